const status = document.querySelector('.copied')
const texts = JSON.parse(status.dataset.texts)
const named = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name])
let hiding

async function copy(text, label) {
  const isCopied = await written(text)
  status.textContent = isCopied
    ? named(text.length > 60 ? texts.copiedAll : texts.copied, { label, text })
    : texts.failed
  status.classList.add('shown')
  clearTimeout(hiding)
  hiding = setTimeout(() => status.classList.remove('shown'), 2500)
}

async function written(text) {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return writtenByCommand(text)
  }
}

// Browsers have no clipboard API on pages without TLS.
function writtenByCommand(text) {
  const focused = document.activeElement
  const area = document.createElement('textarea')
  area.value = text
  area.className = 'aside'
  document.body.append(area)
  area.select()
  const isCopied = document.execCommand('copy')
  area.remove()
  focused?.focus()
  return isCopied
}

for (const value of document.querySelectorAll('[data-copy]')) {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'copy'
  button.setAttribute(
    'aria-label',
    named(texts.copy, { label: value.dataset.label, text: value.dataset.copy }),
  )
  button.append(...value.childNodes)
  button.addEventListener('click', () => copy(value.dataset.copy, value.dataset.label))
  value.append(button)
}

for (const block of document.querySelectorAll('[data-copy-all]')) {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'button copy-all'
  button.textContent = named(texts.copyAll, { label: block.dataset.copyAll })
  button.addEventListener('click', () => copy(block.textContent, block.dataset.copyAll))
  block.before(button)
}
