import { translated } from '../language/translated.ts'

export const startText = translated('startText', {
  title: 'Getting started',
  description: 'Your first API call in about two minutes',
  guides: 'Read the guides',
  client: 'Choose a client',
  clientText:
    'A client is an app that calls the API. The secret is shown only once, when you create the client. You can rotate the secret on the client’s page.',
  clientLabel: 'Client',
  noClients:
    'A client is an app that calls the API. Create a client, and the code samples will contain its secret.',
  askForClient: 'Ask a developer or an admin of your company for a client ID and its secret.',
  openClient: 'Open client',
  secret: 'Set the client secret',
  secretText:
    'The sample code reads the secret from an environment variable, so no file that you share contains it.',
  made: 'Save the client secret',
  madeText:
    'The code below contains the secret. It is shown only until you leave this page, so store it with your app’s other secrets.',
  call: 'Get a token and list templates',
  callText: 'The token authenticates the client until it expires. Send it with every request.',
  language: 'Language',
  copy: 'Copy code',
  copySecret: 'Copy command',
  secretCode: 'Shell command',
  codeIn: (language: string) => `Code in ${language}`,
  arrived: 'Check the first call',
  arrivedText:
    'This step turns green when a request from the client succeeds. If a request fails, it shows what is wrong.',
  waiting: 'Waiting for the first call',
  waitingText: 'Run the code above. Leave this page open.',
  called: 'The call succeeded',
  refused: 'The call failed',
  unknownReason: 'See the response for details.',
  unknownPath: 'an unknown path',
  lastCall: (request: string, status: number, ms: string) => `${request}: ${status} in ${ms} ms`,
  log: 'Open the request log',
  reference: 'See the API reference',
})
