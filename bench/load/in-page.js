// Runs in the page before all other scripts: records when images are rendered, and long tasks.
globalThis.measured = {
  /** Milliseconds from the request of the page until `wanted` images in the window are rendered. */
  drawn: 0,
  lcp: 0,
  fcp: 0,
  cls: 0,
  tasks: [],
  frames: 0,
  wanted: 1,
}

const on = (type, take) =>
  new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true })

on('longtask', ({ startTime, duration }) => measured.tasks.push({ start: startTime, ms: duration }))
on('largest-contentful-paint', ({ startTime }) => {
  measured.lcp = startTime
})
on('paint', ({ name, startTime }) => {
  if (name === 'first-contentful-paint') measured.fcp = startTime
})
on('layout-shift', ({ value }) => {
  measured.cls += value
})

/** The images in the window. */
globalThis.pictures = () =>
  [...document.images].filter((image) => {
    const { top, bottom, width } = image.getBoundingClientRect()
    return bottom > 0 && top < innerHeight && width > 40
  })

const isDrawn = (image) => image.complete && image.naturalWidth > 0

requestAnimationFrame(function look() {
  measured.frames++
  if (measured.drawn === 0 && pictures().length >= measured.wanted && pictures().every(isDrawn))
    measured.drawn = performance.now()
  requestAnimationFrame(look)
})
