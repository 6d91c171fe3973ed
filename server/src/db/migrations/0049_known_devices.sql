-- Calls without a mobile number look up a device alone, and the primary key begins with the user.
create index known_devices_device on known_devices (device_hash);
