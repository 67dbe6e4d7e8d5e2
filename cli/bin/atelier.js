#!/usr/bin/env node
import { existsSync } from 'node:fs'
import module from 'node:module'
import { homedir } from 'node:os'
import { join } from 'node:path'

// Cuts later starts to a third of the time. Node 20 has no such cache.
module.enableCompileCache?.(join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'atelier'))

// A clone runs its source directly. The package has only compiled code, including the SDK's.
const source = new URL('../src/main.ts', import.meta.url)
const compiled = new URL('../dist/cli/src/main.js', import.meta.url)
await import((existsSync(source) ? source : compiled).href)
