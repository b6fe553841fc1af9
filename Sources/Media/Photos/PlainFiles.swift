import System

// Files whose failures have words of their own here, or none: all of the cache can be made again.
typealias OpenFile = System.OpenFile<SystemError>
typealias FileSystem = System.FileSystem<SystemError>
