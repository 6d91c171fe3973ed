const { site } = require('../../site')

/** Launch scene of the timeline, where WeChat allows no web view; its bar at the bottom opens the mini-program. */
const timelineScene = 1154

const routePattern = /^pages\/[\w-]+\/[\w-]+(\?[^#]*)?$/

/** Returns the route named by a shared card (`path`) or a printed code (`scene`), or '' if it is not one of ours. */
function routeOf({ path, scene }) {
  const route = decodeURIComponent(path || scene || '')
  return routePattern.test(route) ? route : ''
}

/** Returns the route to share: without the parameters of one visit (`qrcode`, `r`), with `r=share`. */
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

  /** WeChat delivers all cards that the page has posted when the user shares; the last one is used. */
  receiveCards({ detail }) {
    this.card = detail.data[detail.data.length - 1]
  },

  /** Returns the posted card, or the app's name and logo if the web view has moved to another page since. */
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
