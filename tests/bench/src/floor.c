/* The floor: what no program that does this job can be faster than here. It reads
 * standard input to its end, appends 200 bytes to the file that its argument names, with
 * SYNC makes them durable, and exits. No libc, no start-up, no checks. */

static char input[65536];
static char record[200];

__attribute__((noreturn, used)) void begin(long *stack)
{
	while (call(READ, 0, (long)input, sizeof input, 0) > 0)
		;
	long log = call(OPENAT, AT_FDCWD, stack[2], O_WRONLY | O_CREAT | O_APPEND, MODE);
	call(WRITE, log, (long)record, sizeof record, 0);
#ifdef SYNC
	call(FDATASYNC, log, 0, 0, 0);
#endif
	call(EXIT_GROUP, 0, 0, 0, 0);
	__builtin_unreachable();
}
