"""The processes that play for programs: ordinary clients of the games on devices, behind everything else on the machine."""
