/** Chinese names of job kinds. A kind that is not listed is shown by its English name. */
const jobNames: Record<string, string> = {
  clean: '清理过期数据',
  clean_uploads: '清理上传的文件',
  end_unused_uploads: '结束未完成的上传',
  erase_account: '注销账号',
  end_sales: '销售到期下架',
  expire_orders: '关闭超时订单',
  check_payments: '核对支付',
  send_broadcasts: '群发消息',
  send_refund: '发出退款',
  prepare_exams: '准备考试',
  close_exams: '收卷与判分',
  score_exams: '判分',
  regrade_exam: '改评分',
  grade_code: '评判程序题',
  audit_checkpoint: '整理操作记录',
  forget_card_photos: '删除学生证照片',
  roll_numbers: '汇总运营数字',
  send_lti_scores: '向学习平台回传成绩',
  read_lti_members: '读取学习平台的名单',
  send_xapi: '发送学习记录（xAPI）',
  measure_storage: '测量存储',
}

export const jobName = (kind: string): string => jobNames[kind] ?? kind
