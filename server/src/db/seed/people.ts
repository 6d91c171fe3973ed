export const samplePassword = 'Study2026'

/** People who do not exist, for development only. */
export const people = [
  { slug: 'student', nickname: '周同学', mobile: '13800000001', note: '已认证的学生，有购买、进度和笔记' },
  { slug: 'buyer', nickname: '林小满', mobile: '13800000002', note: '买过内容，未做学生认证' },
  { slug: 'fresh', nickname: '新同学', mobile: '13800000003', note: '刚注册，什么都没有' },
  { slug: 'wechat', nickname: '微信用户小满', mobile: null, note: '只有微信，没有手机号' },
]

export const sampleLogins = people.map(({ mobile, note }) => ({
  mobile,
  line: mobile ? `${mobile} / ${samplePassword}  ${note}` : `（微信登录）  ${note}`,
}))
