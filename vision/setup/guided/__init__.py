"""Set-up with people's help, a step at a time: each is fed frames and orders and tells what it asks for now.

Pure but for the pictures that it keeps: time comes as the frames' stamps, and slow work goes to a `Runner`.
"""
