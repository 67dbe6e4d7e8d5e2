"""Runs a command in a pseudo-terminal: terminal.py <columns> <command...>.
Standard input is typed into the terminal, and its output goes to standard output."""
import fcntl
import os
import pty
import select
import struct
import sys
import termios

columns = int(sys.argv[1])
pid, terminal = pty.fork()
if pid == 0:
    fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    os.execvp(sys.argv[2], sys.argv[2:])

sources = [terminal, 0]
while True:
    ready, _, _ = select.select(sources, [], [])
    if 0 in ready:
        typed = os.read(0, 65536)
        if typed:
            os.write(terminal, typed)
        else:
            sources.remove(0)
    if terminal in ready:
        # On Linux, a closed other side is an error.
        try:
            shown = os.read(terminal, 65536)
        except OSError:
            break
        os.write(1, shown)

_, status = os.waitpid(pid, 0)
sys.exit(os.waitstatus_to_exitcode(status) & 255)
