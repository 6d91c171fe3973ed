const { site } = require('../../site')

/** Opened from the timeline, a page may show no web view: WeChat's own bar at the bottom leads into the mini-program. */
const timelineScene = 1154

const routePattern = /^pages\/[\w-]+\/[\w-]+(\?[^#]*)?$/

/** The route that a shared card or a printed code names; nothing but routes of ours. */
function routeOf({ path, scene }) {
  const route = decodeURIComponent(path || scene || '')
  return routePattern.test(route) ? route : ''
}

/** The route as it is shared: without the keys of one visit, marked as shared. */
function sharedRoute(route) {
  const [path, query = ''] = route.split('?')
  const kept = query.split('&').filter((pair) => pair && !/^(qrcode|r)(=|$)/.test(pair))
  return path ? `${path}?${[...kept, 'r=share'].join('&')}` : ''
}

Page({
  data: { src: '', fromTimeline: false, title: '', image: '' },

  onLoad(options) {
    const route = routeOf(options)
    this.address = route ? `${site}/#/${route}` : `${site}/`
    if (wx.getLaunchOptionsSync().scene === timelineScene) {
      const { title = '多享学', image = '' } = options
      this.setData({ fromTimeline: true, title: decodeURIComponent(title), image: decodeURIComponent(image) })
      return
    }
    wx.showShareMenu({ menus: ['shareAppMessage', 'shareTimeline'] })
    this.open()
  },

  open() {
    this.setData({ src: this.address })
  },

  failed() {
    this.setData({ src: '' })
  },

  /** The cards that the page has posted arrive when it is shared: the last one counts. */
  receiveCards({ detail }) {
    this.card = detail.data[detail.data.length - 1]
  },

  /** Content to share: the posted card, unless another page is shown by now. */
  sharedCard(webViewUrl) {
    const route = sharedRoute((webViewUrl || '').split('#/')[1] || this.card?.route || '')
    const isCurrent = this.card?.route.split('?')[0] === route.split('?')[0]
    const { title, image } = isCurrent ? this.card : { title: '多享学', image: `${site}/icons/512.png` }
    return { title, image, route }
  },

  onShareAppMessage({ webViewUrl }) {
    const { title, image, route } = this.sharedCard(webViewUrl)
    return { title, imageUrl: image, path: `/pages/web/index?path=${encodeURIComponent(route)}` }
  },

  onShareTimeline() {
    const { title, image, route } = this.sharedCard('')
    const query = [
      `path=${encodeURIComponent(route)}`,
      `title=${encodeURIComponent(title)}`,
      `image=${encodeURIComponent(image)}`,
    ]
    return { title, imageUrl: image, query: query.join('&') }
  },
})
