// Declares nothing: the library is preloaded (LD_PRELOAD).
