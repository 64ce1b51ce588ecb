/* The floor: what no program that does this job can be faster than here. It reads
 * standard input to its end, appends 200 bytes to the file that its argument names, with
 * SYNC makes them durable, and exits. No libc, no start-up, no checks. */

enum { O_WRONLY = 01, O_CREAT = 0100, O_APPEND = 02000, AT_FDCWD = -100, MODE = 0600 };

#if defined(__x86_64__)
enum { READ = 0, WRITE = 1, FDATASYNC = 75, EXIT_GROUP = 231, OPENAT = 257 };

static long call(long number, long a, long b, long c, long d)
{
	register long r10 __asm__("r10") = d;
	long result;
	__asm__ volatile("syscall" : "=a"(result)
			 : "a"(number), "D"(a), "S"(b), "d"(c), "r"(r10)
			 : "rcx", "r11", "memory");
	return result;
}

__asm__(".globl _start\n_start:\n\tmov %rsp, %rdi\n\tand $-16, %rsp\n\tcall begin\n");
#elif defined(__aarch64__)
enum { READ = 63, WRITE = 64, FDATASYNC = 83, EXIT_GROUP = 94, OPENAT = 56 };

static long call(long number, long a, long b, long c, long d)
{
	register long x8 __asm__("x8") = number;
	register long x0 __asm__("x0") = a;
	register long x1 __asm__("x1") = b;
	register long x2 __asm__("x2") = c;
	register long x3 __asm__("x3") = d;
	__asm__ volatile("svc 0" : "+r"(x0) : "r"(x8), "r"(x1), "r"(x2), "r"(x3) : "memory");
	return x0;
}

__asm__(".globl _start\n_start:\n\tmov x0, sp\n\tbl begin\n");
#else
#error "the floor is written for x86_64 and aarch64"
#endif

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
