const { site } = require('../../site')

/** The site's page that a shared card or a printed code leads to; nothing but routes of ours. */
function addressOf({ path, scene }) {
  const route = decodeURIComponent(path || scene || '')
  return /^pages\/[\w-]+\/[\w-]+(\?[^#]*)?$/.test(route) ? `${site}/#/${route}` : `${site}/`
}

Page({
  data: { src: '' },

  onLoad(options) {
    this.address = addressOf(options)
    this.open()
  },

  open() {
    this.setData({ src: this.address })
  },

  failed() {
    this.setData({ src: '' })
  },

  /** What the page says of itself arrives when it is shared: the last word counts. */
  heard({ detail }) {
    this.shared = detail.data[detail.data.length - 1]
  },

  onShareAppMessage({ webViewUrl }) {
    const route = (webViewUrl || '').split('#/')[1] || ''
    const title = this.shared?.title || '多享学'
    return { title, path: `/pages/web/index?path=${encodeURIComponent(route)}` }
  },
})
