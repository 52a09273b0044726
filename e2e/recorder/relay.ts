import { connect, createServer } from 'node:net'
import { joinSockets } from './join-sockets.ts'

/* Relays from a socket in the file system, which is visible in every network namespace, to a port of this namespace. */
const [, , path = '', port = ''] = process.argv

createServer({ allowHalfOpen: true }, (near) =>
  joinSockets(near, connect({ port: Number(port), host: '127.0.0.1', allowHalfOpen: true })),
).listen(path, () => process.stdout.write('listening\n'))
