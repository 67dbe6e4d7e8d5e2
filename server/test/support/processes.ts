import { readFileSync } from 'node:fs'
import type { Config } from '../../src/config.ts'
import { childrenOf } from './children.ts'
import { newCompany } from './companies.ts'
import { freshConfig, startOn } from './service.ts'

/** What is known of a company that a process serves, once the service that made it is gone. */
export async function companyFor(env: Record<string, string> = {}) {
  const config = await freshConfig(env)
  return { config, acme: await companyOn(config) }
}

/** The same on a database that is there. */
export async function companyOn(config: Config) {
  const service = await startOn(config)
  const acme = await newCompany(service, 'Acme')
  await service.close()
  return acme
}

/** Bytes of memory that a process holds, where Linux says so. */
export const memoryOf = (pid: number) =>
  Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) * 1024

/** The most that it has ever held; 0 of one that has ended. */
export const peakOf = (pid: number) => {
  try {
    return Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024
  } catch {
    return 0
  }
}

/** Whether a process runs, where Linux says so. */
export const isAlive = (pid: number) => {
  try {
    // A zombie waits for its parent alone.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

/** Ids of the processes that decode files for this one. */
export const decoderProcesses = () =>
  childrenOf(process.pid).filter((pid) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('decoder-process')
    } catch {
      return false
    }
  })
