#!/usr/bin/python3
# ZoneCoach
# SPDX-License-Identifier: Apache-2.0
"""mock_bluez.py: a small org.bluez on a private bus, for tests of a BlueZ client (needs python3-dbus, python3-gi).

Usage     /usr/bin/python3 mock_bluez.py --private [options]      starts its own dbus-daemon; first line of output:
              {"event": "bus", "address": "unix:path=…"}          → put it in DBUS_SYSTEM_BUS_ADDRESS of the program under test
          /usr/bin/python3 mock_bluez.py --bus unix:path=…        joins a bus that is there (default $DBUS_SYSTEM_BUS_ADDRESS)
Options   --device KIND[,NAME[,ADDRESS]]   hr | power | csc | rsc | bike | battery-only; repeatable; default one hr strap; none
          --known           devices exist before any scan (as after an earlier connection)
          --no-adapter | --off | --rfkill  no hci0 | adapter not powered | powering on fails as if switched off by rfkill
          --no-name         bus without org.bluez (bluetoothd not running)
          --deny            (with --private) the bus policy refuses messages to org.bluez
          --auto MS         each subscribed measurement gets a plausible packet every MS ms
          --connect-ms N --resolve-ms N   time to Connected (50) and from there to ServicesResolved (150)
Commands  one a line on standard input (ADDR may be any device's address or its index 0, 1, …):
          notify ADDR UUID16 HEX        raw bytes, e.g. notify 0 2a37 0048        (goes out only if a client subscribed)
          bpm ADDR N [RR_MS…]           heart-rate packet;   power ADDR WATTS     2A63 packet without extras
          auto ADDR MS|off              drop ADDR (link lost)   vanish ADDR (object removed)   appear ADDR (seen by the scan)
          battery ADDR N                rssi ADDR N             powered on|off          adapter add|remove
          add KIND[,NAME[,ADDRESS]]     one more device
          fail METHOD ERROR MESSAGE [TIMES]   next TIMES (1) calls of METHOD fail: fail Connect org.bluez.Error.Failed le-connection-abort-by-local
          hang METHOD [TIMES]           Connect, Pair, StartDiscovery or StartNotify is never answered       sleep MS      quit
Output    one JSON object a line for every call received and every command done.
Behaviour copied from BlueZ 5.66: Connect answers before the services are there; GATT objects appear, then ServicesResolved
turns true; on a lost link Connected and ServicesResolved turn false in one signal, objects and notify sessions stay and
notifications resume by themselves after a reconnect; every packet is a PropertiesChanged, equal values too, and comes n times when n programs subscribed; one discovery
and one notify session per client; sessions end with the client's bus name.
"""
import argparse, ctypes, json, os, shlex, signal, socket, subprocess, sys, tempfile
import dbus, dbus.service, dbus.bus, dbus.mainloop.glib
from gi.repository import GLib

P = 'org.freedesktop.DBus.Properties'
OM = 'org.freedesktop.DBus.ObjectManager'
ADAPTER, DEVICE = 'org.bluez.Adapter1', 'org.bluez.Device1'
SERVICE, CHAR, DESC = 'org.bluez.GattService1', 'org.bluez.GattCharacteristic1', 'org.bluez.GattDescriptor1'
BATTERY = 'org.bluez.Battery1'
UUID = '0000%s-0000-1000-8000-00805f9b34fb'

def say(**kw):
    print(json.dumps(kw), flush=True)

def full(u):
    return UUID % u.lower() if len(u) == 4 else u.lower()

class Fault(dbus.DBusException):
    def __init__(self, name, text):
        super().__init__(text, name=name if '.' in name else 'org.bluez.Error.' + name)

class Node(dbus.service.Object):
    """An object with properties; ifaces: {interface: {property: dbus value}}."""
    def __init__(self, world, path, ifaces):
        self.world, self.path, self.ifaces = world, path, ifaces
        super().__init__()              # World.add puts it on the bus, World.remove takes it off

    @dbus.service.method(P, in_signature='ss', out_signature='v')
    def Get(self, iface, name):
        try:
            return self.ifaces[iface][name]
        except KeyError:
            raise dbus.DBusException('No such property', name='org.freedesktop.DBus.Error.InvalidArgs')

    @dbus.service.method(P, in_signature='s', out_signature='a{sv}')
    def GetAll(self, iface):
        return dbus.Dictionary(self.ifaces.get(iface, {}), signature='sv')

    @dbus.service.method(P, in_signature='ssv', sender_keyword='sender')
    def Set(self, iface, name, value, sender=None):
        say(call='Set', path=self.path, name=str(name), value=str(value))
        self.world.gate('Set' + name)
        self.set_property(iface, name, value)

    def set_property(self, iface, name, value):
        if iface == DEVICE and name in ('Trusted', 'Blocked', 'Alias', 'WakeAllowed') or iface == ADAPTER:
            self.change(iface, {name: value})
        else:
            raise dbus.DBusException('Property is read-only', name='org.freedesktop.DBus.Error.PropertyReadOnly')

    @dbus.service.signal(P, signature='sa{sv}as')
    def PropertiesChanged(self, iface, changed, gone):
        pass

    def change(self, iface, values, gone=()):
        self.ifaces[iface].update(values)
        for name in gone:
            self.ifaces[iface].pop(name, None)
        self.PropertiesChanged(iface, dbus.Dictionary(values, signature='sv'), dbus.Array(gone, signature='s'))

class Root(dbus.service.Object):
    def __init__(self, world):
        self.world = world
        super().__init__(world.bus, '/')

    @dbus.service.method(OM, out_signature='a{oa{sa{sv}}}', sender_keyword='sender')
    def GetManagedObjects(self, sender=None):
        say(call='GetManagedObjects', sender=sender)
        return dbus.Dictionary({dbus.ObjectPath(n.path): n.ifaces for n in self.world.nodes.values()}, signature='oa{sa{sv}}')

    @dbus.service.signal(OM, signature='oa{sa{sv}}')
    def InterfacesAdded(self, path, ifaces):
        pass

    @dbus.service.signal(OM, signature='oas')
    def InterfacesRemoved(self, path, ifaces):
        pass

class Managers(Node):
    """/org/bluez: agents and profiles are accepted and forgotten."""
    @dbus.service.method('org.bluez.AgentManager1', in_signature='os')
    def RegisterAgent(self, path, capability): say(call='RegisterAgent')
    @dbus.service.method('org.bluez.AgentManager1', in_signature='o')
    def UnregisterAgent(self, path): pass
    @dbus.service.method('org.bluez.AgentManager1', in_signature='o')
    def RequestDefaultAgent(self, path): pass
    @dbus.service.method('org.bluez.ProfileManager1', in_signature='osa{sv}')
    def RegisterProfile(self, path, uuid, options): pass
    @dbus.service.method('org.bluez.ProfileManager1', in_signature='o')
    def UnregisterProfile(self, path): pass

class Adapter(Node):
    def set_property(self, iface, name, value):
        if name != 'Powered':
            return super().set_property(iface, name, value)
        if value and self.world.args.rfkill:
            raise Fault('Blocked', 'Blocked through rfkill')
        self.power(bool(value))

    def power(self, on):
        if not on:
            self.world.discoverers.clear()
            for d in self.world.devices:
                d.lose()
        self.change(ADAPTER, {'Powered': dbus.Boolean(on), **({} if on else {'Discovering': dbus.Boolean(False)})})

    def need_power(self):
        if not self.ifaces[ADAPTER]['Powered']:
            raise Fault('NotReady', 'Resource Not Ready')

    @dbus.service.method(ADAPTER, in_signature='a{sv}', sender_keyword='sender')
    def SetDiscoveryFilter(self, f, sender=None):
        say(call='SetDiscoveryFilter', filter={str(k): str(v) for k, v in f.items()})
        self.world.gate('SetDiscoveryFilter'); self.need_power()
        self.world.filters[sender] = [full(str(u)) for u in f.get('UUIDs', [])]

    @dbus.service.method(ADAPTER, out_signature='as')
    def GetDiscoveryFilters(self):
        return ['UUIDs', 'RSSI', 'Pathloss', 'Transport', 'DuplicateData', 'Discoverable', 'Pattern']

    @dbus.service.method(ADAPTER, sender_keyword='sender', async_callbacks=('ok', 'err'))
    def StartDiscovery(self, sender, ok, err):
        say(call='StartDiscovery', sender=sender)
        if self.world.gate('StartDiscovery', err): return
        self.need_power()
        if sender in self.world.discoverers:
            raise Fault('InProgress', 'Operation already in progress')
        self.world.discoverers.add(sender); self.world.watch(sender)
        ok()
        self.change(ADAPTER, {'Discovering': dbus.Boolean(True)})
        for i, d in enumerate(self.world.devices):
            GLib.timeout_add(30 + 20 * i, d.advertise)

    @dbus.service.method(ADAPTER, sender_keyword='sender')
    def StopDiscovery(self, sender=None):
        say(call='StopDiscovery', sender=sender)
        self.world.gate('StopDiscovery'); self.need_power()
        if sender not in self.world.discoverers:
            raise Fault('Failed', 'No discovery started')
        self.world.end_discovery(sender)

    @dbus.service.method(ADAPTER, in_signature='o')
    def RemoveDevice(self, path):
        say(call='RemoveDevice', path=path)
        d = next((d for d in self.world.devices if d.path == path and d.present), None)
        if not d:
            raise Fault('DoesNotExist', 'Does Not Exist')
        d.lose(); d.vanish()

    @dbus.service.method('org.bluez.GattManager1', in_signature='oa{sv}')
    def RegisterApplication(self, path, options): pass
    @dbus.service.method('org.bluez.GattManager1', in_signature='o')
    def UnregisterApplication(self, path): pass

class Characteristic(Node):
    def __init__(self, world, device, path, uuid, service, flags, value):
        props = {'UUID': dbus.String(full(uuid)), 'Service': dbus.ObjectPath(service),
                 'Flags': dbus.Array(flags, signature='s'), 'MTU': dbus.UInt16(517)}
        if value is not None: props['Value'] = dbus.Array([dbus.Byte(b) for b in value], signature='y')
        if 'notify' in flags or 'indicate' in flags: props['Notifying'] = dbus.Boolean(False)
        if 'notify' in flags: props['NotifyAcquired'] = dbus.Boolean(False)
        super().__init__(world, path, {CHAR: props})
        self.device, self.uuid, self.flags, self.value, self.clients, self.fd = device, uuid, flags, value, set(), None

    def linked(self):
        if not self.device.connected: raise Fault('Failed', 'Not connected')

    @dbus.service.method(CHAR, in_signature='a{sv}', out_signature='ay')
    def ReadValue(self, options):
        say(call='ReadValue', uuid=self.uuid)
        self.world.gate('ReadValue'); self.linked()
        if 'read' not in self.flags: raise Fault('NotPermitted', 'Read not permitted')
        v = dbus.Array([dbus.Byte(b) for b in self.value or b''], signature='y')
        self.change(CHAR, {'Value': v})
        return v

    @dbus.service.method(CHAR, in_signature='aya{sv}')
    def WriteValue(self, value, options):
        data = bytes(value)
        say(call='WriteValue', uuid=self.uuid, hex=data.hex(), options={str(k): str(v) for k, v in options.items()})
        self.world.gate('WriteValue'); self.linked()
        if not {'write', 'write-without-response'} & set(self.flags): raise Fault('NotPermitted', 'Write not permitted')
        if self.uuid == '2ad9' and data:      # fitness machine control point: always "success"
            GLib.timeout_add(20, self.notify, bytes([0x80, data[0], 0x01]))

    @dbus.service.method(CHAR, sender_keyword='sender', async_callbacks=('ok', 'err'))
    def StartNotify(self, sender, ok, err):
        say(call='StartNotify', path=self.path, uuid=self.uuid, sender=sender)
        if self.world.gate('StartNotify', err): return
        if self.fd: raise Fault('NotPermitted', 'Notify acquired')
        if not {'notify', 'indicate'} & set(self.flags): raise Fault('NotSupported', 'Operation is not supported')
        self.clients.add(sender); self.world.watch(sender)
        if not self.ifaces[CHAR]['Notifying']:
            self.change(CHAR, {'Notifying': dbus.Boolean(True)})
        ok()

    @dbus.service.method(CHAR, sender_keyword='sender')
    def StopNotify(self, sender=None):
        say(call='StopNotify', uuid=self.uuid, sender=sender)
        if sender not in self.clients: raise Fault('Failed', 'No notify session started')
        self.release(sender)

    @dbus.service.method(CHAR, in_signature='a{sv}', out_signature='hq')
    def AcquireNotify(self, options):
        say(call='AcquireNotify', uuid=self.uuid)
        self.world.gate('AcquireNotify'); self.linked()
        if self.fd: raise Fault('NotPermitted', 'Notify acquired')
        if self.clients: raise Fault('InProgress', 'In Progress')
        self.fd, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self.change(CHAR, {'NotifyAcquired': dbus.Boolean(True)})
        return dbus.types.UnixFd(theirs.detach()), dbus.UInt16(517)

    def release(self, sender):
        self.clients.discard(sender)
        if not self.clients and self.ifaces[CHAR].get('Notifying'):
            self.change(CHAR, {'Notifying': dbus.Boolean(False)})

    def hang_up(self):
        if self.fd:
            self.fd.close(); self.fd = None
            self.change(CHAR, {'NotifyAcquired': dbus.Boolean(False)})

    def notify(self, data):
        say(packet=data.hex(), uuid=self.uuid, to='fd' if self.fd else len(self.clients) if self.device.connected else 0)
        if self.fd and self.device.connected:
            try: self.fd.send(data)
            except OSError: self.hang_up()
        elif self.device.connected:
            for _ in self.clients:  # BlueZ signals once per subscribed program, and every program receives every signal
                self.change(CHAR, {'Value': dbus.Array([dbus.Byte(b) for b in data], signature='y')})
        return False                # also a GLib timer callback: once

# kind → services; each characteristic: uuid, flags, value
DIS = ('180a', [('2a29', ['read'], b'Mock'), ('2a24', ['read'], b'M1')])
BAS = ('180f', [('2a19', ['read', 'notify'], bytes([77]))])
KINDS = {
    'hr': ('Mock HR', 0x0341, [('180d', [('2a37', ['notify'], None), ('2a38', ['read'], b'\x01'), ('2a39', ['write'], None)]), BAS, DIS]),
    'power': ('Mock Power', 0x0484, [('1818', [('2a63', ['notify'], None), ('2a65', ['read'], b'\x08\0\0\0'), ('2a5d', ['read'], b'\x05')]), BAS, DIS]),
    'csc': ('Mock CSC', 0x0485, [('1816', [('2a5b', ['notify'], None), ('2a5c', ['read'], b'\x03\0')]), BAS]),
    'rsc': ('Mock Pod', 0x0440, [('1814', [('2a53', ['notify'], None), ('2a54', ['read'], b'\x07\0')]), BAS]),
    'bike': ('Mock Trainer', 0x0480, [('1826', [('2ad2', ['notify'], None), ('2acc', ['read'], bytes.fromhex('8644000008200000')),
                                                 ('2ad8', ['read'], bytes.fromhex('0000d0070100')), ('2ad9', ['write', 'indicate'], None),
                                                 ('2ada', ['notify'], None)]),
                                       ('1818', [('2a63', ['notify'], None), ('2a65', ['read'], b'\x08\0\0\0')]), DIS]),
    'battery-only': ('Mock Other', 0, [BAS]),
}

class Device(Node):
    def __init__(self, world, index, kind, name, address):
        default, appearance, self.services = KINDS[kind]
        address = address or 'C0:FF:EE:00:00:%02X' % (index + 1)
        path = '/org/bluez/hci0/dev_' + address.replace(':', '_')
        uuids = dbus.Array([full(s) for s, _ in self.services], signature='s')
        super().__init__(world, path, {DEVICE: {
            'Address': dbus.String(address), 'AddressType': dbus.String('random'), 'Name': dbus.String(name or default),
            'Alias': dbus.String(name or default), 'Appearance': dbus.UInt16(appearance), 'UUIDs': uuids,
            'Adapter': dbus.ObjectPath('/org/bluez/hci0'), 'Paired': dbus.Boolean(False), 'Bonded': dbus.Boolean(False),
            'Trusted': dbus.Boolean(False), 'Blocked': dbus.Boolean(False), 'LegacyPairing': dbus.Boolean(False),
            'Connected': dbus.Boolean(False), 'ServicesResolved': dbus.Boolean(False)}})
        self.address, self.kind, self.present, self.connected, self.chars, self.made = address, kind, False, False, {}, False
        self.away, self.auto, self.tick, self.revs = False, None, 0, 0

    def appear(self, rssi=-58):
        if not self.present:
            self.present = True
            self.ifaces[DEVICE]['RSSI'] = dbus.Int16(rssi)
            self.world.add(self)
        else:
            self.change(DEVICE, {'RSSI': dbus.Int16(rssi)})

    def advertise(self):
        if self.world.discoverers and not self.away and not self.connected:
            wanted = [set(self.world.filters.get(s, [])) for s in self.world.discoverers]
            if any(not w or w & set(map(str, self.ifaces[DEVICE]['UUIDs'])) for w in wanted):
                self.appear()
        return False

    def vanish(self):
        for n in [n for n in self.world.nodes.values() if n.path.startswith(self.path + '/')]:
            self.world.remove(n)
        self.chars, self.made, self.present = {}, False, False
        self.world.remove(self)

    @dbus.service.method(DEVICE, async_callbacks=('ok', 'err'), sender_keyword='sender')
    def Connect(self, sender, ok, err):
        say(call='Connect', address=self.address)
        if self.world.gate('Connect', err): return
        if not self.world.adapter.ifaces[ADAPTER]['Powered']:
            raise Fault('Failed', 'Input/output error')
        if self.connected: return ok()
        if self.away:
            GLib.timeout_add(400, lambda: err(Fault('Failed', 'le-connection-abort-by-local')) and False)
            return
        GLib.timeout_add(self.world.args.connect_ms, self.up, ok)

    def up(self, ok):
        self.connected = True
        self.change(DEVICE, {'Connected': dbus.Boolean(True)})
        ok()
        GLib.timeout_add(self.world.args.resolve_ms, self.resolved)
        return False

    def resolved(self):
        if not self.connected: return False
        if not self.made:
            self.made = True
            handle = 0x0a
            for service, chars in self.services:
                spath = '%s/service%04x' % (self.path, handle); handle += 1
                self.world.add(Node(self.world, spath, {SERVICE: {'UUID': dbus.String(full(service)), 'Primary': dbus.Boolean(True),
                    'Device': dbus.ObjectPath(self.path), 'Includes': dbus.Array([], signature='o')}}))
                for uuid, flags, value in chars:
                    c = Characteristic(self.world, self, '%s/char%04x' % (spath, handle), uuid, spath, flags, value); handle += 2
                    self.chars[uuid] = c
                    self.world.add(c)
                    if {'notify', 'indicate'} & set(flags):
                        self.world.add(Node(self.world, '%s/desc%04x' % (c.path, handle), {DESC: {'UUID': dbus.String(full('2902')),
                            'Characteristic': dbus.ObjectPath(c.path), 'Value': dbus.Array([], signature='y')}})); handle += 1
        if '2a19' in self.chars and BATTERY not in self.ifaces:
            self.ifaces[BATTERY] = {'Percentage': dbus.Byte(self.chars['2a19'].value[0])}
            self.world.root.InterfacesAdded(dbus.ObjectPath(self.path), {BATTERY: self.ifaces[BATTERY]})
        self.change(DEVICE, {'ServicesResolved': dbus.Boolean(True)})
        return False

    @dbus.service.method(DEVICE)
    def Disconnect(self):
        say(call='Disconnect', address=self.address)
        self.world.gate('Disconnect')
        if not self.connected: raise Fault('NotConnected', 'Not Connected')
        self.lose()

    @dbus.service.method(DEVICE, async_callbacks=('ok', 'err'))
    def Pair(self, ok, err):
        say(call='Pair', address=self.address)
        if self.world.gate('Pair', err): return
        self.change(DEVICE, {'Paired': dbus.Boolean(True), 'Bonded': dbus.Boolean(True)})
        if not self.connected: self.up(lambda: None)
        ok()

    @dbus.service.method(DEVICE)
    def CancelPairing(self): raise Fault('DoesNotExist', 'Does Not Exist')

    def lose(self):
        if not self.connected: return
        self.connected = False
        for c in self.chars.values(): c.hang_up()
        self.change(DEVICE, {'ServicesResolved': dbus.Boolean(False), 'Connected': dbus.Boolean(False)})
        if BATTERY in self.ifaces:
            del self.ifaces[BATTERY]
            self.world.root.InterfacesRemoved(dbus.ObjectPath(self.path), dbus.Array([BATTERY], signature='s'))

    def measure(self):
        """One plausible packet of each measurement; called by `auto`."""
        self.tick += 1; t = self.tick
        for uuid, c in self.chars.items():
            if uuid == '2a37':
                bpm = 120 + (t * 7) % 40; rr = round(60 / bpm * 1024)
                c.notify(bytes([0x16, bpm]) + rr.to_bytes(2, 'little'))
            elif uuid == '2a63':
                self.revs += 1
                c.notify(bytes([0x20, 0]) + (200 + t % 50).to_bytes(2, 'little', signed=True) + (self.revs & 0xffff).to_bytes(2, 'little') + (self.revs * 683 & 0xffff).to_bytes(2, 'little'))
            elif uuid == '2ad2':
                c.notify(bytes([0x44, 0x02]) + (3000).to_bytes(2, 'little') + (180).to_bytes(2, 'little') + (200 + t % 50).to_bytes(2, 'little') + bytes([0]))
        return True

    def set_auto(self, ms):
        if self.auto: GLib.source_remove(self.auto); self.auto = None
        if ms: self.auto = GLib.timeout_add(ms, self.measure)

class World:
    def __init__(self, args, bus):
        self.args, self.bus = args, bus
        self.nodes, self.devices, self.discoverers, self.filters, self.watched, self.faults = {}, [], set(), {}, {}, {}
        self.root = Root(self)
        if args.no_name: return
        self.add(Managers(self, '/org/bluez', {'org.bluez.AgentManager1': {}, 'org.bluez.ProfileManager1': {}}))
        self.adapter = Adapter(self, '/org/bluez/hci0', {'org.bluez.GattManager1': {}, ADAPTER: {
            'Address': dbus.String('00:11:22:33:44:55'), 'AddressType': dbus.String('public'), 'Name': dbus.String('mock'),
            'Alias': dbus.String('mock'), 'Class': dbus.UInt32(0), 'Powered': dbus.Boolean(not (args.off or args.rfkill)),
            'Discoverable': dbus.Boolean(False), 'DiscoverableTimeout': dbus.UInt32(180), 'Pairable': dbus.Boolean(True),
            'PairableTimeout': dbus.UInt32(0), 'Discovering': dbus.Boolean(False), 'Modalias': dbus.String('usb:v1D6Bp0246d0542'),
            'UUIDs': dbus.Array([], signature='s'), 'Roles': dbus.Array(['central'], signature='s')}})
        if not args.no_adapter: self.add(self.adapter)
        for spec in args.device or ['hr']:
            if spec != 'none': self.make(spec)

    def make(self, spec):
        kind, name, address = (spec.split(',') + ['', ''])[:3]
        d = Device(self, len(self.devices), kind, name, address)
        self.devices.append(d)
        if self.args.auto: d.set_auto(self.args.auto)
        if self.args.known and not self.args.no_adapter:
            d.present = True; self.add(d)
        return d

    def add(self, node):
        self.nodes[node.path] = node
        node.add_to_connection(self.bus, node.path)
        self.root.InterfacesAdded(dbus.ObjectPath(node.path), node.ifaces)

    def remove(self, node):
        if self.nodes.pop(node.path, None):
            self.root.InterfacesRemoved(dbus.ObjectPath(node.path), dbus.Array(list(node.ifaces), signature='s'))
            node.remove_from_connection()

    def gate(self, method, err=None):
        """Injected faults: raises, or (with err) hangs and returns True."""
        fault = self.faults.get(method)
        if not fault: return False
        fault[2] -= 1
        if fault[2] <= 0: del self.faults[method]
        if fault[0] is None: return True
        raise Fault(fault[0], fault[1])

    def watch(self, sender):
        if sender not in self.watched:
            self.watched[sender] = self.bus.watch_name_owner(sender, lambda owner, s=sender: owner or self.forget(s))

    def forget(self, sender):
        if sender in self.discoverers: self.end_discovery(sender)
        for d in self.devices:
            for c in d.chars.values():
                if sender in c.clients: c.release(sender)
        say(event='client-gone', sender=sender)

    def end_discovery(self, sender):
        self.discoverers.discard(sender)
        if not self.discoverers:
            self.adapter.change(ADAPTER, {'Discovering': dbus.Boolean(False)})
            for d in self.devices:
                if d.present: d.change(DEVICE, {}, gone=['RSSI'])

    def find(self, key):
        if key.isdigit() and len(key) < 4: return self.devices[int(key)]
        return next(d for d in self.devices if d.address.lower() == key.lower())

    def command(self, line):
        w = shlex.split(line, comments=True)
        if not w: return
        verb, a = w[0], w[1:]
        if verb == 'quit': sys.exit(0)
        elif verb == 'add': self.make(' '.join(a)).advertise()
        elif verb == 'notify': self.find(a[0]).chars[a[1].lower()].notify(bytes.fromhex(a[2] if len(a) > 2 else ''))
        elif verb == 'bpm':
            rr = b''.join(round(int(x) * 1.024).to_bytes(2, 'little') for x in a[2:])
            n = int(a[1]); head = bytes([0x06 | (0x10 if rr else 0) | (n > 255)]) + (n.to_bytes(2, 'little') if n > 255 else bytes([n]))
            self.find(a[0]).chars['2a37'].notify(head + rr)
        elif verb == 'power': self.find(a[0]).chars['2a63'].notify(b'\0\0' + int(a[1]).to_bytes(2, 'little', signed=True))
        elif verb == 'auto': self.find(a[0]).set_auto(0 if a[1] == 'off' else int(a[1]))
        elif verb == 'drop': d = self.find(a[0]); d.away = True; d.lose()
        elif verb == 'vanish': d = self.find(a[0]); d.away = True; d.lose(); d.vanish()
        elif verb == 'appear': d = self.find(a[0]); d.away = False; d.advertise()
        elif verb == 'rssi': self.find(a[0]).change(DEVICE, {'RSSI': dbus.Int16(int(a[1]))})
        elif verb == 'battery':
            d = self.find(a[0]); c = d.chars['2a19']; c.value = bytes([int(a[1])]); c.notify(c.value)
            if BATTERY in d.ifaces: d.change(BATTERY, {'Percentage': dbus.Byte(int(a[1]))})
        elif verb == 'powered': self.adapter.power(a[0] == 'on')
        elif verb == 'adapter':
            if a[0] == 'add': self.add(self.adapter)
            else:
                for d in self.devices:
                    if d.present: d.lose(); d.vanish()
                self.remove(self.adapter)
        elif verb == 'fail': self.faults[a[0]] = [a[1], a[2] if len(a) > 2 else '', int(a[3]) if len(a) > 3 else 1]
        elif verb == 'hang' and a[0] in ('Connect', 'Pair', 'StartDiscovery', 'StartNotify'): self.faults[a[0]] = [None, '', int(a[1]) if len(a) > 1 else 1]
        else: raise ValueError('unknown command')
        say(done=line)

def private_bus(deny):
    folder = tempfile.mkdtemp(prefix='mockbluez-')
    rule = '<deny send_destination="org.bluez"/>' if deny else ''
    with open(folder + '/bus.conf', 'w') as f:
        f.write('<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-BUS Bus Configuration 1.0//EN" '
                '"http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">'
                '<busconfig><type>custom</type><listen>unix:path=%s/socket</listen><auth>EXTERNAL</auth>'
                '<policy context="default"><allow user="*"/><allow own="*"/><allow send_destination="*" eavesdrop="true"/>'
                '<allow receive_sender="*"/>%s</policy></busconfig>' % (folder, rule))
    daemon = subprocess.Popen(['dbus-daemon', '--config-file=' + folder + '/bus.conf', '--nofork', '--print-address=1'],
                              stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
                              preexec_fn=lambda: ctypes.CDLL(None).prctl(1, signal.SIGTERM))   # ends with us
    return daemon, daemon.stdout.readline().strip(), folder

def main():
    signal.pthread_sigmask(signal.SIG_SETMASK, [])   # whoever started us may have blocked them
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument('--private', action='store_true'); ap.add_argument('--bus'); ap.add_argument('--device', action='append')
    for flag in ('--known', '--no-adapter', '--off', '--rfkill', '--no-name', '--deny'): ap.add_argument(flag, action='store_true')
    ap.add_argument('--auto', type=int, default=0)
    ap.add_argument('--connect-ms', type=int, default=50); ap.add_argument('--resolve-ms', type=int, default=150)
    args = ap.parse_args()
    dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
    daemon = folder = None
    address = args.bus or os.environ.get('DBUS_SYSTEM_BUS_ADDRESS')
    if args.private:
        daemon, address, folder = private_bus(args.deny)
    if not address:
        sys.exit('no bus: give --private, --bus ADDRESS or DBUS_SYSTEM_BUS_ADDRESS')
    bus = dbus.bus.BusConnection(address)
    loop = GLib.MainLoop()
    world = World(args, bus)
    name = None if args.no_name else dbus.service.BusName('org.bluez', bus, do_not_queue=True)
    say(event='bus', address=address)

    buffer, asleep = [b''], [False]
    def pump():
        while not asleep[0] and b'\n' in buffer[0]:
            line, buffer[0] = buffer[0].split(b'\n', 1)
            line = line.decode().strip()
            if line.startswith('sleep '):
                asleep[0] = True
                GLib.timeout_add(int(line.split()[1]), lambda: (asleep.__setitem__(0, False), pump()) and False)
                return
            try: world.command(line)
            except SystemExit: loop.quit()
            except Exception as e: say(error=repr(e), command=line)
    def readable(fd, condition):
        data = os.read(fd, 65536)
        if not data:
            if sys.stdin.isatty() or args.private: loop.quit()   # the test is gone: so are we
            return False
        buffer[0] += data; pump()
        return True
    GLib.unix_signal_add(GLib.PRIORITY_HIGH, signal.SIGTERM, loop.quit)
    GLib.io_add_watch(0, GLib.IO_IN | GLib.IO_HUP, readable)
    try: loop.run()
    except KeyboardInterrupt: pass
    finally:
        del name            # gives the bus name back while the bus is still there
        if daemon: daemon.terminate(); daemon.wait()
        if folder:
            subprocess.run(['rm', '-rf', folder])

if __name__ == '__main__':
    main()
