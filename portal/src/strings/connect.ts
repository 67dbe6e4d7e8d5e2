import { translated } from '../language/translated.ts'
import { isThisComputer } from './this-computer.ts'

/** The page on which a person allows an app, and the list of connected apps. */
export const connectText = translated('connectText', {
  title: (app: string) => `Connect ${app}?`,
  pageTitle: 'Connect an app',
  /** Omits the app's name, which could look like part of the sentence. */
  description: (redirectHost: string, host: string | null) =>
    (host === null ? '' : publisherOf(redirectHost, host)) +
    `You return to ${redirectHost}, which can then use Atelier with your account.`,
  trust: 'Anyone can choose this name. Allow only an app that you are connecting right now.',
  company: 'Company',
  rights: 'The app will be able to',
  optional: 'You can also allow the app to',
  noRights: 'Your role in this company allows none of the access that the app requests.',
  allow: 'Allow',
  deny: 'Deny',
  asPerson: (email: string) => `Signed in as ${email}`,
  noCompany: 'You are not a member of a company yet. Ask an admin for an invitation.',
  refusedTitle: 'The app cannot be connected',
  rightOf: {
    'templates:read': 'find and read templates',
    'assets:read': 'find and view assets',
    'brandkit:read': 'read brand kits',
    'renders:read': 'check values for templates',
    'renders:write': 'render templates',
    'assets:write': 'change the names, text fields and tags of assets',
  } as Record<string, string>,

  apps: 'Connected apps',
  appsText: 'Assistants and other apps that use Atelier with your account.',
  noApps: 'No connected apps. Assistants that you connect to Atelier appear here.',
  lastUsed: 'Last used',
  neverUsed: 'Not used yet',
  disconnect: 'Disconnect',
  disconnectApp: (app: string) => `Disconnect ${app}`,
  disconnectTitle: (app: string) => `Disconnect “${app}”?`,
  disconnectText: 'The app loses access immediately. You can connect it again from the app.',
  disconnected: 'App disconnected',
})

/** Any program on a computer can use the metadata document of a desktop app. */
const publisherOf = (redirectHost: string, host: string) =>
  isThisComputer(redirectHost)
    ? `A program on this computer says that it is the app published at ${host}. `
    : `The app is published at ${host}. `
