// Audio that remembers its place; chapters that seek; play buttons that play where they stand.
const key = (id) => `audio:${id}`
const clock = (s) => `${Math.floor(s / 60)}:${String(Math.floor(s % 60)).padStart(2, '0')}`

function recall(id) {
  try {
    return Number(localStorage.getItem(key(id))) || 0
  } catch {
    return 0
  }
}

function remember(audio, id) {
  const finished = audio.ended || audio.currentTime > audio.duration - 5
  try {
    if (finished || audio.currentTime < 5) localStorage.removeItem(key(id))
    else localStorage.setItem(key(id), String(Math.floor(audio.currentTime)))
  } catch {}
}

function follow(audio, id) {
  const place = recall(id)
  // Before the metadata is there the place can only be noted for when it comes.
  const begin = () => {
    if (audio.currentTime < 1) audio.currentTime = place
  }
  if (place > 0) audio.addEventListener('loadedmetadata', begin, { once: true })
  let last = 0
  audio.addEventListener('timeupdate', () => {
    if (Math.abs(audio.currentTime - last) < 4) return
    last = audio.currentTime
    remember(audio, id)
  })
  for (const name of ['pause', 'ended']) audio.addEventListener(name, () => remember(audio, id))
  return place
}

const player = document.querySelector('[data-player]')
if (player) {
  const audio = player.querySelector('audio')
  const place = follow(audio, player.dataset.player)
  const line = player.querySelector('[data-resume]')
  if (place > 0) {
    line.textContent = line.dataset.resume.replace('{time}', clock(place))
    line.hidden = false
  }
  const speed = player.querySelector('[data-speed]')
  speed.hidden = false
  speed.addEventListener('change', (event) => {
    audio.playbackRate = Number(event.target.value)
  })
  const seeks = [...document.querySelectorAll('[data-seek]')]
  for (const link of seeks) {
    link.addEventListener('click', (event) => {
      event.preventDefault()
      const go = () => {
        audio.currentTime = Number(link.dataset.seek)
      }
      if (audio.readyState > 0) go()
      else audio.addEventListener('loadedmetadata', go, { once: true })
      audio.play()
    })
  }
  audio.addEventListener('timeupdate', () => {
    const current = seeks.findLast((link) => Number(link.dataset.seek) <= audio.currentTime + 0.1)
    for (const link of seeks) link.toggleAttribute('aria-current', link === current)
  })
}

// One sound an episode, however many of the page's buttons play it.
const sounds = new Map()

function soundOf({ audio: address, episode }) {
  const existing = sounds.get(address)
  if (existing) return existing
  const audio = new Audio(address)
  sounds.set(address, audio)
  follow(audio, episode)
  const buttons = [...document.querySelectorAll('a[data-audio]')].filter(({ dataset }) => dataset.audio === address)
  for (const name of ['play', 'pause'])
    audio.addEventListener(name, () => {
      for (const button of buttons) button.setAttribute('aria-pressed', String(!audio.paused))
    })
  return audio
}

for (const link of document.querySelectorAll('a[data-audio]')) {
  link.setAttribute('role', 'button')
  link.setAttribute('aria-pressed', 'false')
  link.addEventListener('keydown', (event) => {
    if (event.key === ' ') {
      event.preventDefault()
      link.click()
    }
  })
  link.addEventListener('click', (event) => {
    event.preventDefault()
    const audio = soundOf(link.dataset)
    if (audio.paused) audio.play()
    else audio.pause()
  })
}
