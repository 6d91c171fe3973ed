/** Suggested reasons for hiding a post. */
export const usualRemovals = ['内容是广告，违反社区规范', '内容有辱骂或人身攻击', '内容泄露他人的个人信息']
