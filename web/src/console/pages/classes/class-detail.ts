import type { StaffData } from '../../api/client'

export type ClassDetail = StaffData<'GET /staff/v1/class_detail'>
