/* Runs the program that its arguments name, with nowhere to write, and says how many
 * nanoseconds it took, the peak of its memory in KiB, its page faults, and its status. A process begins
 * with the peak of what started it, so that only something this small can tell. */

enum { SIGCHLD = 17, CLOCK_MONOTONIC = 1, OUTPUT = 1, FAILED = 127, PEAK_AT = 4, FAULTS_AT = 8 };

static char text[96];

static char *put(char *end, unsigned long number)
{
	do
		*--end = (char)('0' + number % 10);
	while ((number /= 10) > 0);
	return end;
}

static long now(void)
{
	long time[2];
	call(CLOCK_GETTIME, CLOCK_MONOTONIC, (long)time, 0, 0);
	return time[0] * 1000000000 + time[1];
}

__attribute__((noreturn, used)) void begin(long *stack)
{
	long begun = now();
	long child = call(CLONE, SIGCHLD, 0, 0, 0);
	if (child == 0) {
		long nowhere = call(OPENAT, AT_FDCWD, (long)"/dev/null", O_WRONLY, 0);
		call(DUP3, nowhere, OUTPUT, 0, 0);
		/* Arguments begin after their number and our own name. */
		call(EXECVE, stack[2], (long)&stack[2], (long)&stack[stack[0] + 2], 0);
		call(EXIT_GROUP, FAILED, 0, 0, 0);
	}
	int status = -1;
	long usage[18] = {0};
	call(WAIT4, child, (long)&status, 0, (long)usage);
	long took = now() - begun;
	char *end = text + sizeof text;
	*--end = '\n';
	char *at = put(end, (unsigned)status);
	*--at = ' ';
	at = put(at, usage[FAULTS_AT]);
	*--at = ' ';
	at = put(at, usage[PEAK_AT]);
	*--at = ' ';
	at = put(at, took);
	call(WRITE, OUTPUT, (long)at, text + sizeof text - at, 0);
	call(EXIT_GROUP, 0, 0, 0, 0);
	__builtin_unreachable();
}
