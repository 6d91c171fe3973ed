-- Calls without a number look a device up alone; the primary key begins with the user.
create index known_devices_device on known_devices (device_hash);
