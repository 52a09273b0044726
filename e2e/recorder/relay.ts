import { connect, createServer } from 'node:net'

/* From a socket in the file system, which every network namespace sees, to a port of the namespace that this runs in. */
const [, , path = '', port = ''] = process.argv

createServer({ allowHalfOpen: true }, (near) => {
  const far = connect({ port: Number(port), host: '127.0.0.1', allowHalfOpen: true })
  for (const [end, other] of [
    [near, far],
    [far, near],
  ] as const) {
    end.on('error', () => undefined)
    end.on('close', () => other.destroy())
    end.pipe(other)
  }
}).listen(path, () => process.stdout.write('listening\n'))
