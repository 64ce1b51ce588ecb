/* Ends at once: what starting any program costs here. */

__attribute__((noreturn, used)) void begin(long *stack)
{
	(void)stack;
	call(EXIT_GROUP, 0, 0, 0, 0);
	__builtin_unreachable();
}
