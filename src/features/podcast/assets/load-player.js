if (document.querySelector('[data-audio], [data-player]')) void import('./player.js')
