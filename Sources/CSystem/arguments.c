// Swift reads the arguments from /proc, which may be missing in a chroot or a sandbox, and finds
// none then. The C library also passes them to functions that run before main. Swift's runtime
// accepts them through this function (swift, stdlib/public/stubs/CommandLine.cpp).
void _swift_stdlib_overrideUnsafeArgvArgc(char **arguments, int count);

__attribute__((constructor)) static void keep_arguments(int count, char **arguments) {
  _swift_stdlib_overrideUnsafeArgvArgc(arguments, count);
}
