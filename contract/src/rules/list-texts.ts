/** Texts of the specification for lists and codes. In a file of their own, because the first page loads without them. */
export const listTexts = {
  loadMore: '点击加载更多',
  loading: '正在加载...',
  noMore: '没有更多了',
  loadFailed: '加载失败，点击重新加载',
  pullDown: '继续下拉刷新',
  releaseToRefresh: '松开立即刷新',
  refreshing: '正在刷新...',
  refreshed: '刷新成功',
  secondFloor: '松开继续学习',
} as const

export const codeTexts = { getCode: '获取验证码', codeAgain: '重新获取' } as const
