#!/usr/bin/env node
import { Command, CommanderError } from 'commander'
import { addServe } from './commands/serve.ts'
import { ConfigError, parseConfig } from './config.ts'
import { DataInUseError } from './db/data-lock.ts'
import { UnsafeRoleError } from './db/roles.ts'

/** A command was given what it can't work with, or can't run now. Other failures are ours: those exit with 1. */
const exitUsage = 2

const program = new Command('atelier-server')
  .description("Keeps an organization's creative resources behind one JSON API.")
  .showHelpAfterError('(--help says what there is)')
  .configureHelp({ sortSubcommands: false })
  .exitOverride()

const config = () => parseConfig(process.env)
addServe(program, config)

try {
  await program.parseAsync()
} catch (error) {
  process.exitCode = report(error)
}

function report(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : exitUsage
  if (error instanceof ConfigError || error instanceof DataInUseError || error instanceof UnsafeRoleError) {
    console.error(error.message)
    return exitUsage
  }
  console.error(error)
  return 1
}
