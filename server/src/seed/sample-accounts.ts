export const samplePassword = 'Study2026'

/** Sample accounts, for development only. */
export const sampleAccounts = [
  { slug: 'student', nickname: '周同学', mobile: '13800000001', note: '已认证的学生，有购买、进度和笔记' },
  { slug: 'buyer', nickname: '林小满', mobile: '13800000002', note: '买过内容，未做学生认证' },
  { slug: 'fresh', nickname: '新同学', mobile: '13800000003', note: '刚注册，什么都没有' },
  { slug: 'wechat', nickname: '微信用户小满', mobile: null, note: '只有微信，没有手机号' },
  { slug: 'owner', nickname: '秦站长', mobile: '13800000010', note: '管理台：所有者' },
  {
    slug: 'teacher',
    nickname: '王老师',
    mobile: '13800000011',
    note: '管理台：计算机 2401、2402 班的教师，可编辑两本教材和一个题库',
  },
  { slug: 'school-admin', nickname: '郑老师', mobile: '13800000012', note: '管理台：江城大学的学校管理员' },
  { slug: 'operator', nickname: '小许', mobile: '13800000013', note: '管理台：运营、客服和财务' },
]
