"""A round being entered: the draft of each device, its pages, and the tap that counts it."""
