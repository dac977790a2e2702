if (document.querySelector('form[data-push], a[data-alert]')) void import('./alerts.js')
