import System

// Files and folders whose failures have words of their own here, wherever they are told.
typealias OpenFile = System.OpenFile<SystemError>
typealias FileSystem = System.FileSystem<SystemError>
