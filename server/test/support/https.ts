import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import type { RequestListener } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { promisify } from 'node:util'
import { here } from './network.ts'
import { atEnd } from './service.ts'

const run = promisify(execFile)

/**
 * A self-signed certificate for this machine.
 * @param names the names that it is valid for, as in `subjectAltName` of OpenSSL.
 * @returns the paths of the certificate and its key.
 */
export async function newCertificate(names = `DNS:localhost,IP:${here.address}`) {
  const directory = await mkdtemp(join(tmpdir(), 'atelier-certificate-'))
  atEnd(() => rm(directory, { recursive: true }))
  const [certificate, key] = [join(directory, 'certificate.pem'), join(directory, 'key.pem')]
  const subject = ['-subj', '/CN=localhost', '-addext', `subjectAltName=${names}`]
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2']
  await run('openssl', ['req', ...kind, ...subject, '-keyout', key, '-out', certificate])
  return { certificate, key }
}

type Options = {
  /** See `newCertificate`. */
  names?: string
  /** Whether this process trusts the certificate from now on. */
  isTrusted?: boolean
}

/** An HTTPS server on this machine. It ends with the test file. */
export async function startHttps(answer: RequestListener, { names, isTrusted = true }: Options = {}) {
  const paths = await newCertificate(names)
  const [cert, key] = [await readFile(paths.certificate, 'utf8'), await readFile(paths.key)]
  if (isTrusted) setDefaultCACertificates([...getCACertificates(), cert])
  const server = createServer({ cert, key }, answer).listen(0, here.address)
  await once(server, 'listening')
  atEnd(async () => {
    server.closeAllConnections()
    server.close()
  })
  return `https://localhost:${(server.address() as AddressInfo).port}`
}
