#!/usr/bin/python3
"""A real object store for tests: OpenStack Swift with its S3 API, one node, on free ports of loopback.

usage: /usr/bin/python3 scripts/s3-server.py FOLDER ACCESS_KEY SECRET_KEY [ADDRESS [PORT]]

FOLDER takes configuration and data, and must allow extended attributes. ACCESS_KEY is `account:user`, and there may be
several of one account, separated by commas, each with its SECRET_KEY. It listens on ADDRESS, 127.0.0.1 when not given,
and on a free port or on PORT. Prints the port of S3 once it serves. Started again on the same FOLDER it has what it had.
Ends with all its processes on SIGTERM, or when one of them ends. Needs Debian's python3-swift; runs as any user.
"""
import ctypes
import os
import pwd
import signal
import socket
import sys
import time

PR_SET_PDEATHSIG = 1
now = time.time
INNER = ('account', 'container', 'object')
ANSWERS_WITHIN_SECONDS = 60
LOOPBACK = '127.0.0.1'

COMMON = '''[DEFAULT]
bind_ip = {address}
bind_port = {port}
workers = 0
user = {user}
swift_dir = {folder}
devices = {folder}/data
mount_check = false
fallocate_reserve = 0
log_level = ERROR
'''

STORAGE = '''[pipeline:main]
pipeline = {kind}-server
[app:{kind}-server]
use = egg:swift#{kind}
'''

FILTERS = ('catch_errors', 'gatekeeper', 'listing_formats', 'copy', 'slo', 'dlo')

# By default the proxy avoids an unresponsive server for a minute, but there is no other server to use.
PROXY = '''[pipeline:main]
pipeline = catch_errors gatekeeper memory listing_formats s3api tempauth copy slo dlo proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
error_suppression_interval = 1
[filter:memory]
paste.filter_factory = __main__:memory
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
[filter:tempauth]
use = egg:swift#tempauth
{users}
''' + ''.join('[filter:%s]\nuse = egg:swift#%s\n' % (name, name) for name in FILTERS)


class Memory:
    """Replaces memcached. With a single proxy, its own memory is enough."""

    def __init__(self):
        self.kept = {}

    def get(self, key, raise_on_error=False, **_):
        value, until = self.kept.get(key, (None, 0))
        return value if until > now() else None

    def set(self, key, value, time=0, **_):
        self.kept[key] = (value, now() + (time or 60))

    def delete(self, key, **_):
        self.kept.pop(key, None)


def memory(_global_conf, **_):
    kept = Memory()

    def wrap(app):
        def serve(environ, start_response):
            environ['swift.cache'] = kept
            return app(environ, start_response)
        return serve
    return wrap


def main(folder, access_keys, secrets, address=LOOPBACK, port=None):
    folder = os.path.abspath(folder)
    pairs = zip(access_keys.split(','), secrets.split(','))
    users = '\n'.join('user_%s = %s .admin' % (key.replace(':', '_'), secret) for key, secret in pairs)
    # $USER is not used, because su may leave it unchanged.
    user = pwd.getpwuid(os.getuid()).pw_name
    os.makedirs(folder + '/data/disk', exist_ok=True)
    write(folder, 'swift.conf', '[swift-hash]\nswift_hash_path_suffix = tests\n'
                                '[storage-policy:0]\nname = one\ndefault = yes\n')

    ports = dict(zip(INNER + ('proxy',), free_ports(4)))
    if port:
        ports['proxy'] = int(port)
    addresses = {kind: LOOPBACK if kind in INNER else address for kind in ports}
    confs = {}
    for kind, port in ports.items():
        text = STORAGE if kind in INNER else PROXY
        confs[kind] = write(folder, kind + '.conf', (COMMON + text).format(
            port=port, address=addresses[kind], user=user, folder=folder, kind=kind, users=users))

    run_wsgi = load_swift(folder)
    for kind in INNER:
        make_ring(folder, kind, ports[kind])

    # Each server ends with this process. This process ends with its parent, even if the parent is killed.
    end_with_parent()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    for kind, conf in confs.items():
        if os.fork() == 0:
            signal.signal(signal.SIGTERM, signal.SIG_DFL)
            end_with_parent()
            os._exit(run_wsgi(conf, kind + '-server') or 0)
    for kind, port in ports.items():
        wait_for(addresses[kind], port)
    print(ports['proxy'], flush=True)
    os.wait()
    sys.exit('A server of Swift has ended.')


def end_with_parent():
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)


def write(folder, name, text):
    path = os.path.join(folder, name)
    with open(os.open(path, os.O_CREAT | os.O_TRUNC | os.O_WRONLY, 0o600), 'w') as file:
        file.write(text)
    return path


def free_ports(count):
    sockets = [socket.socket() for _ in range(count)]
    for each in sockets:
        each.bind((LOOPBACK, 0))
    ports = [each.getsockname()[1] for each in sockets]
    for each in sockets:
        each.close()
    return ports


def load_swift(folder):
    """Swift reads /etc/swift/swift.conf at import, so the path must be set before the other imports."""
    from swift.common import utils
    utils.SWIFT_CONF_FILE = folder + '/swift.conf'
    utils.HASH_PATH_SUFFIX = utils.HASH_PATH_PREFIX = b''
    utils.validate_hash_conf()
    from swift.common.wsgi import run_wsgi
    return run_wsgi


def make_ring(folder, kind, port):
    """All partitions, with one replica, on the only disk."""
    from swift.common.ring import RingBuilder
    ring = RingBuilder(4, 1, 0)
    ring.add_dev({'region': 1, 'zone': 1, 'weight': 1.0, 'device': 'disk', 'ip': LOOPBACK, 'port': port,
                  'replication_ip': LOOPBACK, 'replication_port': port})
    ring.rebalance()
    ring.get_ring().save('%s/%s.ring.gz' % (folder, kind))


def wait_for(address, port):
    deadline = time.time() + ANSWERS_WITHIN_SECONDS
    while True:
        try:
            return socket.create_connection((address, port), timeout=1).close()
        except OSError:
            if os.waitpid(-1, os.WNOHANG)[0] or time.time() > deadline:
                sys.exit('Swift does not start.')
            time.sleep(0.05)


if __name__ == '__main__':
    if len(sys.argv) not in (4, 5, 6):
        sys.exit(__doc__)
    main(*sys.argv[1:])
