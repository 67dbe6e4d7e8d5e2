const items = [...document.querySelectorAll('.item')]
const dialog = document.querySelector('dialog')
const stage = dialog.querySelector('.stage')
const words = dialog.querySelector('.told')
const sizes = dialog.querySelector('.sizes')
let at = 0

function show(index) {
  at = (index + items.length) % items.length
  const item = items[at]
  const { preview, film } = item.dataset
  stage.replaceChildren()
  if (film) {
    const video = document.createElement('video')
    video.controls = true
    video.src = film
    stage.append(video)
  } else if (preview) {
    const image = new Image()
    image.alt = item.querySelector('img')?.alt ?? ''
    image.src = preview
    stage.append(image)
  } else stage.append(item.querySelector('.view').textContent)
  words.replaceChildren(...[...item.querySelector('.words').children].map((one) => one.cloneNode(true)))
  sizes.replaceChildren(
    ...[...(item.querySelector('.sizes')?.children ?? [])].map((one) => one.cloneNode(true)),
  )
}

for (const [index, item] of items.entries())
  item.querySelector('.view').addEventListener('click', (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    show(index)
    dialog.showModal()
  })
dialog.querySelector('.close').addEventListener('click', () => dialog.close())
dialog.querySelector('.before').addEventListener('click', () => show(at - 1))
dialog.querySelector('.after').addEventListener('click', () => show(at + 1))
dialog.addEventListener('keydown', (event) => {
  if (event.target instanceof HTMLVideoElement) return
  if (event.key === 'ArrowLeft') show(at - 1)
  if (event.key === 'ArrowRight') show(at + 1)
})
dialog.addEventListener('close', () => {
  stage.replaceChildren()
  items[at].querySelector('.view').focus()
})
