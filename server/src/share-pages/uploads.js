const form = document.querySelector('.uploads form')
const list = document.querySelector('.sent')
const status = document.querySelector('.status')
/** The server accepts four at a time from one IP address, which several people may share. */
const atOnceMax = 2
const retriesMax = 20
const queue = []
let running = 0
/** Files that the server asked to send later. */
let delayed = 0
let sent = 0
let failed = 0

const texts = form ? JSON.parse(form.dataset.texts) : {}
const plurals = new Intl.PluralRules(document.documentElement.lang)
const numbers = new Intl.NumberFormat(document.documentElement.lang)

const refusals = {
  403: texts.reopen,
  404: texts.reopen,
  410: texts.closed,
  413: texts.tooLarge,
  507: texts.noSpace,
}

const named = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name])
const counted = (forms, count) =>
  named(forms[plurals.select(count)] ?? forms.other, { count: numbers.format(count) })

/** A row of the list: what happens to one file. */
function rowOf(file) {
  const row = document.createElement('li')
  const name = document.createElement('span')
  const state = document.createElement('span')
  const bar = document.createElement('progress')
  name.className = 'name'
  name.textContent = file.name
  state.className = 'quiet'
  state.textContent = texts.waiting
  bar.max = file.size || 1
  bar.value = 0
  bar.setAttribute('aria-label', named(texts.progress, file))
  row.append(name, state, bar)
  list.append(row)
  return { row, state, bar }
}

function add(files) {
  for (const file of files) {
    const shown = rowOf(file)
    if (file.size > Number(form.dataset.bytes))
      fail(file, shown, named(texts.largerThan, form.dataset), false)
    else queue.push({ file, shown, retries: 0 })
  }
  next()
}

function next() {
  tell()
  while (running < atOnceMax && queue.length > 0) send(queue.shift())
}

function tell() {
  const open = running + queue.length + delayed
  const parts = [
    sent > 0 && counted(texts.filesSent, sent),
    open > 0 && counted(texts.filesLeft, open),
    failed > 0 && counted(texts.filesFailed, failed),
  ]
  status.textContent = parts.filter(Boolean).join(' ')
}

function send(item) {
  const { file, shown } = item
  running += 1
  shown.state.textContent = texts.sending
  const request = new XMLHttpRequest()
  request.open('POST', form.action)
  request.setRequestHeader('Accept', 'application/json')
  request.upload.addEventListener('progress', ({ loaded, total }) => {
    shown.bar.max = total
    shown.bar.value = loaded
    if (loaded === total) shown.state.textContent = texts.checking
  })
  request.addEventListener('loadend', () => {
    running -= 1
    finish(item, request)
    next()
  })
  const body = new FormData()
  body.append('file', file, file.name)
  request.send(body)
}

function finish(item, request) {
  const { file, shown } = item
  const { status: code } = request
  if (code === 201) {
    sent += 1
    shown.bar.remove()
    shown.row.classList.add('done')
    shown.state.textContent = texts.done
    return
  }
  if ((code === 429 || code === 503) && item.retries < retriesMax) {
    item.retries += 1
    shown.state.textContent = texts.waiting
    const seconds = Math.min(60, Number(request.getResponseHeader('Retry-After')) || 2)
    delayed += 1
    setTimeout(() => {
      delayed -= 1
      queue.push(item)
      next()
    }, seconds * 1000)
    return
  }
  fail(file, shown, refusals[code] ?? refusalIn(request) ?? texts.noConnection, true)
}

/** The reason that the server gives for a file. */
function refusalIn({ status: code, responseText }) {
  if (code !== 422) return code === 0 ? undefined : texts.refused
  try {
    return JSON.parse(responseText).file[0]
  } catch {
    return undefined
  }
}

function fail(file, { row, state, bar }, reason, canRetry) {
  failed += 1
  bar.remove()
  row.classList.add('failed')
  state.textContent = reason
  if (!canRetry) return
  const again = document.createElement('button')
  again.type = 'button'
  again.textContent = texts.again
  again.setAttribute('aria-label', named(texts.againFor, file))
  again.addEventListener('click', () => {
    failed -= 1
    row.remove()
    add([file])
  })
  row.append(again)
}

if (form) {
  const input = form.querySelector('input')
  input.multiple = true
  input.required = false
  form.querySelector('button').hidden = true
  input.addEventListener('change', () => {
    add(input.files)
    input.value = ''
  })
  form.addEventListener('submit', (event) => event.preventDefault())
  // A file that is dropped beside the area must not replace the page.
  for (const type of ['dragover', 'drop'])
    window.addEventListener(type, (event) => {
      if (event.dataTransfer?.types.includes('Files')) event.preventDefault()
    })
  form.addEventListener('dragenter', () => form.classList.add('over'))
  form.addEventListener('dragleave', (event) => {
    if (!form.contains(event.relatedTarget)) form.classList.remove('over')
  })
  form.addEventListener('drop', ({ dataTransfer }) => {
    form.classList.remove('over')
    add(dataTransfer.files)
  })
  window.addEventListener('beforeunload', (event) => {
    if (running + queue.length + delayed > 0) event.preventDefault()
  })
}
