import { readFileSync } from 'node:fs'
import type { Config } from '../../src/config.ts'
import { childrenOf } from './children.ts'
import { newCompany } from './companies.ts'
import { freshConfig, startOn } from './service.ts'

/** A company for a process to serve. The service that created the company is closed. */
export async function companyFor(env: Record<string, string> = {}) {
  const config = await freshConfig(env)
  return { config, acme: await companyOn(config) }
}

/** Like `companyFor`, but in an existing database. */
export async function companyOn(config: Config) {
  const service = await startOn(config)
  const acme = await newCompany(service, 'Acme')
  await service.close()
  return acme
}

/** The memory of a process in bytes, on Linux. */
export const memoryOf = (pid: number) =>
  Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) * 1024

/** The peak memory of a process. 0 if it has exited. */
export const peakOf = (pid: number) => {
  try {
    return Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024
  } catch {
    return 0
  }
}

export const isAlive = (pid: number) => {
  try {
    // A zombie only waits for its parent.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

export const decoderProcesses = () =>
  childrenOf(process.pid).filter((pid) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('decoder-process')
    } catch {
      return false
    }
  })
