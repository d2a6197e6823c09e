"""What both device programs share: the host's client, systemd's ear, whole files, this machine, and the log.

``vision`` and ``firmware`` import this and ``companion.protocol``, nothing else of ``companion``.  It imports the
protocol and the standard library alone, so that a program on another machine carries no Flask and no game.
"""
