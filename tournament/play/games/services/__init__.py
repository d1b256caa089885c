"""Games on devices, one verb each: open one, say hello, act, agree to its end, look at it."""
