#!/usr/bin/env node
import { existsSync } from 'node:fs'

// A clone runs its source as it is. The package has it compiled, together with that of the SDK, and no source.
const source = new URL('../src/main.ts', import.meta.url)
const compiled = new URL('../dist/cli/src/main.js', import.meta.url)
await import((existsSync(source) ? source : compiled).href)
