import Uppy from '@uppy/core'
import Tus from '@uppy/tus'

/** A web page with Uppy, as its documentation shows it. uppy.test.ts bundles it. */
const { endpoint, token } = globalThis.settings
const input = document.querySelector('input')
const output = document.querySelector('output')

const uppy = new Uppy().use(Tus, { endpoint, headers: { authorization: `Bearer ${token}` } })

uppy.on('upload-progress', (_, { bytesUploaded }) => {
  if (bytesUploaded > 0) document.body.dataset.started = 'true'
})

input.addEventListener('change', async () => {
  delete document.body.dataset.started
  output.textContent = ''
  uppy.addFiles(
    [...input.files].map((file) => ({ source: 'test', name: file.name, type: file.type, data: file })),
  )
  const { successful = [], failed = [] } = (await uppy.upload()) ?? {}
  output.textContent = JSON.stringify({
    sent: successful.map(({ name, uploadURL }) => [name, uploadURL]),
    failed: failed.map(({ name, error }) => [name, error]),
  })
  uppy.clear()
})

for (const [name, act] of [
  ['pause', () => uppy.pauseAll()],
  ['resume', () => uppy.resumeAll()],
])
  document.querySelector(`#${name}`).addEventListener('click', act)
