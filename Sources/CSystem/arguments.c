// Swift reads the arguments from /proc, which a chroot or a sandbox may lack, and finds none there. The C library
// gives them to whatever runs before the main function, too; Swift's runtime takes them with this function
// (swift, stdlib/public/stubs/CommandLine.cpp).
void _swift_stdlib_overrideUnsafeArgvArgc(char **arguments, int count);

__attribute__((constructor)) static void keep_arguments(int count, char **arguments) {
  _swift_stdlib_overrideUnsafeArgvArgc(arguments, count);
}
