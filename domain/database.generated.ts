// Made by `npm run types`; do not edit.

export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[]

export type Database = {
  public: {
    Tables: {
      announcement_deliveries: {
        Row: {
          announcement_id: string
          created_at: string
          emailed: number
          finished_at: string | null
          last_member: string | null
          notified: number
        }
        Insert: {
          announcement_id: string
          created_at?: string
          emailed?: number
          finished_at?: string | null
          last_member?: string | null
          notified?: number
        }
        Update: {
          announcement_id?: string
          created_at?: string
          emailed?: number
          finished_at?: string | null
          last_member?: string | null
          notified?: number
        }
        Relationships: [
          {
            foreignKeyName: 'announcement_deliveries_announcement_id_fkey'
            columns: ['announcement_id']
            isOneToOne: true
            referencedRelation: 'announcements'
            referencedColumns: ['id']
          },
        ]
      }
      announcements: {
        Row: {
          created_at: string
          id: string
          is_hidden: boolean
          is_withdrawn: boolean
          product_id: string | null
          shop_id: string
          text: string
          title: string
        }
        Insert: {
          created_at?: string
          id?: string
          is_hidden?: boolean
          is_withdrawn?: boolean
          product_id?: string | null
          shop_id: string
          text: string
          title: string
        }
        Update: {
          created_at?: string
          id?: string
          is_hidden?: boolean
          is_withdrawn?: boolean
          product_id?: string | null
          shop_id?: string
          text?: string
          title?: string
        }
        Relationships: [
          {
            foreignKeyName: 'announcements_product_id_fkey'
            columns: ['product_id']
            isOneToOne: false
            referencedRelation: 'products'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'announcements_shop_id_fkey'
            columns: ['shop_id']
            isOneToOne: false
            referencedRelation: 'shops'
            referencedColumns: ['id']
          },
        ]
      }
      audit_log: {
        Row: {
          action: string
          actor_id: string | null
          actor_role: string | null
          changes: NonNullable<Json>
          happened_at: string
          id: number
          is_by_administrator: boolean
          row_id: string | null
          table_name: string
        }
        Insert: {
          action: string
          actor_id?: string | null
          actor_role?: string | null
          changes: NonNullable<Json>
          happened_at?: string
          id?: never
          is_by_administrator?: never
          row_id?: string | null
          table_name: string
        }
        Update: {
          action?: string
          actor_id?: string | null
          actor_role?: string | null
          changes?: NonNullable<Json>
          happened_at?: string
          id?: never
          is_by_administrator?: never
          row_id?: string | null
          table_name?: string
        }
        Relationships: []
      }
      basket_lines: {
        Row: {
          created_at: string
          custom_request_details: string | null
          id: string
          options: NonNullable<Json>
          options_digest: string
          personalization: string | null
          product_id: string
          quantity: number
          snapshot: NonNullable<Json>
          user_id: string
          variation: string | null
        }
        Insert: {
          created_at?: string
          custom_request_details?: string | null
          id?: string
          options?: NonNullable<Json>
          options_digest?: never
          personalization?: string | null
          product_id: string
          quantity: number
          snapshot: NonNullable<Json>
          user_id?: string
          variation?: string | null
        }
        Update: {
          created_at?: string
          custom_request_details?: string | null
          id?: string
          options?: NonNullable<Json>
          options_digest?: never
          personalization?: string | null
          product_id?: string
          quantity?: number
          snapshot?: NonNullable<Json>
          user_id?: string
          variation?: string | null
        }
        Relationships: [
          {
            foreignKeyName: 'basket_lines_user_id_fkey'
            columns: ['user_id']
            isOneToOne: false
            referencedRelation: 'people'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'basket_lines_user_id_fkey'
            columns: ['user_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
        ]
      }
      blocks: {
        Row: {
          blocked_id: string
          blocker_id: string
          created_at: string
        }
        Insert: {
          blocked_id: string
          blocker_id?: string
          created_at?: string
        }
        Update: {
          blocked_id?: string
          blocker_id?: string
          created_at?: string
        }
        Relationships: [
          {
            foreignKeyName: 'blocks_blocked_id_fkey'
            columns: ['blocked_id']
            isOneToOne: false
            referencedRelation: 'people'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'blocks_blocked_id_fkey'
            columns: ['blocked_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'blocks_blocker_id_fkey'
            columns: ['blocker_id']
            isOneToOne: false
            referencedRelation: 'people'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'blocks_blocker_id_fkey'
            columns: ['blocker_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
        ]
      }
      chat_messages: {
        Row: {
          chat_room_id: string
          content: string
          created_at: string
          id: string
          picture: string | null
          read_at: string | null
          sender_id: string
          type: string
        }
        Insert: {
          chat_room_id: string
          content?: string
          created_at?: string
          id?: string
          picture?: string | null
          read_at?: string | null
          sender_id?: string
          type?: string
        }
        Update: {
          chat_room_id?: string
          content?: string
          created_at?: string
          id?: string
          picture?: string | null
          read_at?: string | null
          sender_id?: string
          type?: string
        }
        Relationships: [
          {
            foreignKeyName: 'chat_messages_chat_room_id_fkey'
            columns: ['chat_room_id']
            isOneToOne: false
            referencedRelation: 'chat_rooms'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'chat_messages_sender_id_fkey'
            columns: ['sender_id']
            isOneToOne: false
            referencedRelation: 'people'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'chat_messages_sender_id_fkey'
            columns: ['sender_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
        ]
      }
      chat_rooms: {
        Row: {
          allergen_answers: Json | null
          brief: Json | null
          brief_version: number
          buyer_id: string
          contact_message_id: string | null
          created_at: string
          id: string
          is_paid: boolean
          price_quote: number | null
          product_id: string | null
          quote_balance_due_on: string | null
          quote_declaration: Json | null
          quote_deposit: number | null
          quote_expires_at: string | null
          quote_lines: Json | null
          quote_note: string | null
          quote_version: number
          quoted_at: string | null
          seller_id: string
          updated_at: string
          wanted_on: string | null
        }
        Insert: {
          allergen_answers?: Json | null
          brief?: Json | null
          brief_version?: number
          buyer_id?: string
          contact_message_id?: string | null
          created_at?: string
          id?: string
          is_paid?: boolean
          price_quote?: number | null
          product_id?: string | null
          quote_balance_due_on?: string | null
          quote_declaration?: Json | null
          quote_deposit?: number | null
          quote_expires_at?: string | null
          quote_lines?: Json | null
          quote_note?: string | null
          quote_version?: number
          quoted_at?: string | null
          seller_id: string
          updated_at?: string
          wanted_on?: string | null
        }
        Update: {
          allergen_answers?: Json | null
          brief?: Json | null
          brief_version?: number
          buyer_id?: string
          contact_message_id?: string | null
          created_at?: string
          id?: string
          is_paid?: boolean
          price_quote?: number | null
          product_id?: string | null
          quote_balance_due_on?: string | null
          quote_declaration?: Json | null
          quote_deposit?: number | null
          quote_expires_at?: string | null
          quote_lines?: Json | null
          quote_note?: string | null
          quote_version?: number
          quoted_at?: string | null
          seller_id?: string
          updated_at?: string
          wanted_on?: string | null
        }
        Relationships: [
          {
            foreignKeyName: 'chat_rooms_buyer_id_fkey'
            columns: ['buyer_id']
            isOneToOne: false
            referencedRelation: 'people'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'chat_rooms_buyer_id_fkey'
            columns: ['buyer_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'chat_rooms_contact_message_id_fkey'
            columns: ['contact_message_id']
            isOneToOne: true
            referencedRelation: 'contact_messages'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'chat_rooms_product_id_fkey'
            columns: ['product_id']
            isOneToOne: false
            referencedRelation: 'products'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'chat_rooms_seller_id_fkey'
            columns: ['seller_id']
            isOneToOne: false
            referencedRelation: 'people'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'chat_rooms_seller_id_fkey'
            columns: ['seller_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
        ]
      }
      checkouts: {
        Row: {
          balance: number
          buyer_id: string | null
          created_at: string
          delivery_fee: number
          expires_at: string
          id: string
          idempotency_key: string
          paid_at: string | null
          request_digest: string | null
          status: string
          subtotal: number
          tip: number
          total: number
          voucher_amount: number
        }
        Insert: {
          balance?: number
          buyer_id?: string | null
          created_at?: string
          delivery_fee?: number
          expires_at?: string
          id?: string
          idempotency_key?: string
          paid_at?: string | null
          request_digest?: string | null
          status?: string
          subtotal: number
          tip?: number
          total?: never
          voucher_amount?: number
        }
        Update: {
          balance?: number
          buyer_id?: string | null
          created_at?: string
          delivery_fee?: number
          expires_at?: string
          id?: string
          idempotency_key?: string
          paid_at?: string | null
          request_digest?: string | null
          status?: string
          subtotal?: number
          tip?: number
          total?: never
          voucher_amount?: number
        }
        Relationships: [
          {
            foreignKeyName: 'checkouts_buyer_id_fkey'
            columns: ['buyer_id']
            isOneToOne: false
            referencedRelation: 'people'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'checkouts_buyer_id_fkey'
            columns: ['buyer_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
        ]
      }
      contact_messages: {
        Row: {
          created_at: string
          id: string
          message: string
          read_at: string | null
          sender_email: string | null
          sender_id: string | null
          sender_name: string | null
          shop_id: string | null
          subject: string
        }
        Insert: {
          created_at?: string
          id?: string
          message: string
          read_at?: string | null
          sender_email?: string | null
          sender_id?: string | null
          sender_name?: string | null
          shop_id?: string | null
          subject: string
        }
        Update: {
          created_at?: string
          id?: string
          message?: string
          read_at?: string | null
          sender_email?: string | null
          sender_id?: string | null
          sender_name?: string | null
          shop_id?: string | null
          subject?: string
        }
        Relationships: [
          {
            foreignKeyName: 'contact_messages_sender_id_fkey'
            columns: ['sender_id']
            isOneToOne: false
            referencedRelation: 'people'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'contact_messages_sender_id_fkey'
            columns: ['sender_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'contact_messages_shop_id_fkey'
            columns: ['shop_id']
            isOneToOne: false
            referencedRelation: 'shops'
            referencedColumns: ['id']
          },
        ]
      }
      customer_notes: {
        Row: {
          allergies: string | null
          created_at: string
          member_id: string
          note: string | null
          shop_id: string
          tags: string[]
          updated_at: string
        }
        Insert: {
          allergies?: string | null
          created_at?: string
          member_id: string
          note?: string | null
          shop_id: string
          tags?: string[]
          updated_at?: string
        }
        Update: {
          allergies?: string | null
          created_at?: string
          member_id?: string
          note?: string | null
          shop_id?: string
          tags?: string[]
          updated_at?: string
        }
        Relationships: [
          {
            foreignKeyName: 'customer_notes_member_id_fkey'
            columns: ['member_id']
            isOneToOne: false
            referencedRelation: 'people'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'customer_notes_member_id_fkey'
            columns: ['member_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'customer_notes_shop_id_fkey'
            columns: ['shop_id']
            isOneToOne: false
            referencedRelation: 'shops'
            referencedColumns: ['id']
          },
        ]
      }
      discount_codes: {
        Row: {
          amount: number | null
          code: string
          created_at: string
          from_date: string | null
          id: string
          is_active: boolean
          is_first_order_only: boolean
          kind: string
          max_uses: number | null
          max_uses_per_buyer: number | null
          minimum_spend: number | null
          percent: number | null
          product_ids: string[] | null
          shop_id: string
          to_date: string | null
          updated_at: string
        }
        Insert: {
          amount?: number | null
          code: string
          created_at?: string
          from_date?: string | null
          id?: string
          is_active?: boolean
          is_first_order_only?: boolean
          kind: string
          max_uses?: number | null
          max_uses_per_buyer?: number | null
          minimum_spend?: number | null
          percent?: number | null
          product_ids?: string[] | null
          shop_id: string
          to_date?: string | null
          updated_at?: string
        }
        Update: {
          amount?: number | null
          code?: string
          created_at?: string
          from_date?: string | null
          id?: string
          is_active?: boolean
          is_first_order_only?: boolean
          kind?: string
          max_uses?: number | null
          max_uses_per_buyer?: number | null
          minimum_spend?: number | null
          percent?: number | null
          product_ids?: string[] | null
          shop_id?: string
          to_date?: string | null
          updated_at?: string
        }
        Relationships: [
          {
            foreignKeyName: 'discount_codes_shop_id_fkey'
            columns: ['shop_id']
            isOneToOne: false
            referencedRelation: 'shops'
            referencedColumns: ['id']
          },
        ]
      }
      drop_items: {
        Row: {
          created_at: string
          drop_id: string
          held: number
          id: string
          max_per_buyer: number | null
          position: number
          product_id: string
          stock: number
          taken: number
        }
        Insert: {
          created_at?: string
          drop_id: string
          held?: number
          id?: string
          max_per_buyer?: number | null
          position?: number
          product_id: string
          stock: number
          taken?: number
        }
        Update: {
          created_at?: string
          drop_id?: string
          held?: number
          id?: string
          max_per_buyer?: number | null
          position?: number
          product_id?: string
          stock?: number
          taken?: number
        }
        Relationships: [
          {
            foreignKeyName: 'drop_items_drop_id_fkey'
            columns: ['drop_id']
            isOneToOne: false
            referencedRelation: 'drops'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'drop_items_product_id_fkey'
            columns: ['product_id']
            isOneToOne: false
            referencedRelation: 'products'
            referencedColumns: ['id']
          },
        ]
      }
      drop_reminders: {
        Row: {
          created_at: string
          drop_id: string
          user_id: string
        }
        Insert: {
          created_at?: string
          drop_id: string
          user_id?: string
        }
        Update: {
          created_at?: string
          drop_id?: string
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: 'drop_reminders_drop_id_fkey'
            columns: ['drop_id']
            isOneToOne: false
            referencedRelation: 'drops'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'drop_reminders_user_id_fkey'
            columns: ['user_id']
            isOneToOne: false
            referencedRelation: 'people'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'drop_reminders_user_id_fkey'
            columns: ['user_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
        ]
      }
      drop_slots: {
        Row: {
          created_at: string
          drop_id: string
          end_time: string
          fulfilment: string
          id: string
          max_orders: number | null
          on_date: string
          start_time: string
        }
        Insert: {
          created_at?: string
          drop_id: string
          end_time: string
          fulfilment: string
          id?: string
          max_orders?: number | null
          on_date: string
          start_time: string
        }
        Update: {
          created_at?: string
          drop_id?: string
          end_time?: string
          fulfilment?: string
          id?: string
          max_orders?: number | null
          on_date?: string
          start_time?: string
        }
        Relationships: [
          {
            foreignKeyName: 'drop_slots_drop_id_fkey'
            columns: ['drop_id']
            isOneToOne: false
            referencedRelation: 'drops'
            referencedColumns: ['id']
          },
        ]
      }
      drops: {
        Row: {
          created_at: string
          cut_off: string
          description: string | null
          id: string
          is_published: boolean
          max_per_buyer: number
          opens_at: string
          relist_at: string | null
          reminded_at: string | null
          shop_id: string
          title: string
        }
        Insert: {
          created_at?: string
          cut_off: string
          description?: string | null
          id?: string
          is_published?: boolean
          max_per_buyer?: number
          opens_at: string
          relist_at?: string | null
          reminded_at?: string | null
          shop_id: string
          title: string
        }
        Update: {
          created_at?: string
          cut_off?: string
          description?: string | null
          id?: string
          is_published?: boolean
          max_per_buyer?: number
          opens_at?: string
          relist_at?: string | null
          reminded_at?: string | null
          shop_id?: string
          title?: string
        }
        Relationships: [
          {
            foreignKeyName: 'drops_shop_id_fkey'
            columns: ['shop_id']
            isOneToOne: false
            referencedRelation: 'shops'
            referencedColumns: ['id']
          },
        ]
      }
      favourites: {
        Row: {
          created_at: string
          id: string
          product_id: string | null
          shop_id: string | null
          user_id: string
        }
        Insert: {
          created_at?: string
          id?: string
          product_id?: string | null
          shop_id?: string | null
          user_id?: string
        }
        Update: {
          created_at?: string
          id?: string
          product_id?: string | null
          shop_id?: string | null
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: 'favourites_product_id_fkey'
            columns: ['product_id']
            isOneToOne: false
            referencedRelation: 'products'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'favourites_shop_id_fkey'
            columns: ['shop_id']
            isOneToOne: false
            referencedRelation: 'shops'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'favourites_user_id_fkey'
            columns: ['user_id']
            isOneToOne: false
            referencedRelation: 'people'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'favourites_user_id_fkey'
            columns: ['user_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
        ]
      }
      gift_vouchers: {
        Row: {
          amount: number
          balance: number
          buyer_id: string | null
          buyer_name: string | null
          cancelled_at: string | null
          checkout_id: string
          code_end: string | null
          created_at: string
          expires_on: string | null
          id: string
          is_cancelled_by_shop: boolean | null
          message: string | null
          months: number
          paid_at: string | null
          paid_on: string | null
          recipient_email: string | null
          recipient_name: string | null
          refunded: number
          send_on: string
          shop_id: string | null
          shop_name: string
          updated_at: string
          used: number
        }
        Insert: {
          amount: number
          balance?: never
          buyer_id?: string | null
          buyer_name?: string | null
          cancelled_at?: string | null
          checkout_id: string
          code_end?: string | null
          created_at?: string
          expires_on?: string | null
          id?: string
          is_cancelled_by_shop?: boolean | null
          message?: string | null
          months: number
          paid_at?: string | null
          paid_on?: never
          recipient_email?: string | null
          recipient_name?: string | null
          refunded?: number
          send_on: string
          shop_id?: string | null
          shop_name: string
          updated_at?: string
          used?: number
        }
        Update: {
          amount?: number
          balance?: never
          buyer_id?: string | null
          buyer_name?: string | null
          cancelled_at?: string | null
          checkout_id?: string
          code_end?: string | null
          created_at?: string
          expires_on?: string | null
          id?: string
          is_cancelled_by_shop?: boolean | null
          message?: string | null
          months?: number
          paid_at?: string | null
          paid_on?: never
          recipient_email?: string | null
          recipient_name?: string | null
          refunded?: number
          send_on?: string
          shop_id?: string | null
          shop_name?: string
          updated_at?: string
          used?: number
        }
        Relationships: [
          {
            foreignKeyName: 'gift_vouchers_buyer_id_fkey'
            columns: ['buyer_id']
            isOneToOne: false
            referencedRelation: 'people'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'gift_vouchers_buyer_id_fkey'
            columns: ['buyer_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'gift_vouchers_checkout_id_fkey'
            columns: ['checkout_id']
            isOneToOne: true
            referencedRelation: 'checkouts'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'gift_vouchers_shop_id_fkey'
            columns: ['shop_id']
            isOneToOne: false
            referencedRelation: 'shops'
            referencedColumns: ['id']
          },
        ]
      }
      household_people: {
        Row: {
          avoid_contains: string[]
          avoid_others: string[]
          avoid_traces: string[]
          consented_at: string
          created_at: string
          diets: string[]
          id: string
          name: string
          user_id: string
        }
        Insert: {
          avoid_contains?: string[]
          avoid_others?: string[]
          avoid_traces?: string[]
          consented_at?: string
          created_at?: string
          diets?: string[]
          id?: string
          name: string
          user_id?: string
        }
        Update: {
          avoid_contains?: string[]
          avoid_others?: string[]
          avoid_traces?: string[]
          consented_at?: string
          created_at?: string
          diets?: string[]
          id?: string
          name?: string
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: 'household_people_user_id_fkey'
            columns: ['user_id']
            isOneToOne: false
            referencedRelation: 'people'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'household_people_user_id_fkey'
            columns: ['user_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
        ]
      }
      manual_orders: {
        Row: {
          created_at: string
          email: string | null
          hand_over: string
          idempotency_key: string
          order_id: string
          payment: string
          shop_id: string
        }
        Insert: {
          created_at?: string
          email?: string | null
          hand_over: string
          idempotency_key: string
          order_id: string
          payment: string
          shop_id: string
        }
        Update: {
          created_at?: string
          email?: string | null
          hand_over?: string
          idempotency_key?: string
          order_id?: string
          payment?: string
          shop_id?: string
        }
        Relationships: [
          {
            foreignKeyName: 'manual_orders_order_id_fkey'
            columns: ['order_id']
            isOneToOne: true
            referencedRelation: 'orders'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'manual_orders_shop_id_fkey'
            columns: ['shop_id']
            isOneToOne: false
            referencedRelation: 'shops'
            referencedColumns: ['id']
          },
        ]
      }
      notification_preferences: {
        Row: {
          email_notifications: boolean
          order_updates: boolean
          promotional_emails: boolean
          push_off: string[]
          quiet_from: string | null
          quiet_until: string | null
          updated_at: string
          user_id: string
        }
        Insert: {
          email_notifications?: boolean
          order_updates?: boolean
          promotional_emails?: boolean
          push_off?: string[]
          quiet_from?: string | null
          quiet_until?: string | null
          updated_at?: string
          user_id?: string
        }
        Update: {
          email_notifications?: boolean
          order_updates?: boolean
          promotional_emails?: boolean
          push_off?: string[]
          quiet_from?: string | null
          quiet_until?: string | null
          updated_at?: string
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: 'notification_preferences_user_id_fkey'
            columns: ['user_id']
            isOneToOne: true
            referencedRelation: 'people'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'notification_preferences_user_id_fkey'
            columns: ['user_id']
            isOneToOne: true
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
        ]
      }
      notifications: {
        Row: {
          created_at: string
          id: string
          is_read: boolean
          link: string | null
          message: string
          title: string
          type: string
          user_id: string
        }
        Insert: {
          created_at?: string
          id?: string
          is_read?: boolean
          link?: string | null
          message: string
          title: string
          type: string
          user_id: string
        }
        Update: {
          created_at?: string
          id?: string
          is_read?: boolean
          link?: string | null
          message?: string
          title?: string
          type?: string
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: 'notifications_user_id_fkey'
            columns: ['user_id']
            isOneToOne: false
            referencedRelation: 'people'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'notifications_user_id_fkey'
            columns: ['user_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
        ]
      }
      order_events: {
        Row: {
          actor_id: string | null
          created_at: string
          id: string
          note: string | null
          order_id: string
          status: Database['public']['Enums']['order_status']
        }
        Insert: {
          actor_id?: string | null
          created_at?: string
          id?: string
          note?: string | null
          order_id: string
          status: Database['public']['Enums']['order_status']
        }
        Update: {
          actor_id?: string | null
          created_at?: string
          id?: string
          note?: string | null
          order_id?: string
          status?: Database['public']['Enums']['order_status']
        }
        Relationships: [
          {
            foreignKeyName: 'order_events_actor_id_fkey'
            columns: ['actor_id']
            isOneToOne: false
            referencedRelation: 'people'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'order_events_actor_id_fkey'
            columns: ['actor_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'order_events_order_id_fkey'
            columns: ['order_id']
            isOneToOne: false
            referencedRelation: 'orders'
            referencedColumns: ['id']
          },
        ]
      }
      order_item_allergens: {
        Row: {
          allergens: Json | null
          changed_at: string
          created_at: string
          ingredients: string | null
          is_pending: boolean
          order_id: string
          order_item_id: string
          told: Json | null
          told_ingredients: string | null
        }
        Insert: {
          allergens?: Json | null
          changed_at: string
          created_at?: string
          ingredients?: string | null
          is_pending?: never
          order_id: string
          order_item_id: string
          told?: Json | null
          told_ingredients?: string | null
        }
        Update: {
          allergens?: Json | null
          changed_at?: string
          created_at?: string
          ingredients?: string | null
          is_pending?: never
          order_id?: string
          order_item_id?: string
          told?: Json | null
          told_ingredients?: string | null
        }
        Relationships: [
          {
            foreignKeyName: 'order_item_allergens_order_id_fkey'
            columns: ['order_id']
            isOneToOne: false
            referencedRelation: 'orders'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'order_item_allergens_order_item_id_fkey'
            columns: ['order_item_id']
            isOneToOne: true
            referencedRelation: 'order_items'
            referencedColumns: ['id']
          },
        ]
      }
      order_items: {
        Row: {
          allergens: Json | null
          created_at: string
          custom_request_details: string | null
          discount: number
          drop_item_id: string | null
          has_own_declaration: boolean
          id: string
          image: string | null
          ingredients: string | null
          is_custom: boolean
          name: string
          net_quantity: string | null
          options: NonNullable<Json>
          options_text: string | null
          order_id: string
          personalization: string | null
          price: number
          product_id: string | null
          quantity: number
          takes_stock: boolean
          variation: string | null
          awaits_review: boolean | null
        }
        Insert: {
          allergens?: Json | null
          created_at?: string
          custom_request_details?: string | null
          discount?: number
          drop_item_id?: string | null
          has_own_declaration?: boolean
          id?: string
          image?: string | null
          ingredients?: string | null
          is_custom?: boolean
          name: string
          net_quantity?: string | null
          options?: NonNullable<Json>
          options_text?: never
          order_id: string
          personalization?: string | null
          price: number
          product_id?: string | null
          quantity?: number
          takes_stock?: boolean
          variation?: string | null
        }
        Update: {
          allergens?: Json | null
          created_at?: string
          custom_request_details?: string | null
          discount?: number
          drop_item_id?: string | null
          has_own_declaration?: boolean
          id?: string
          image?: string | null
          ingredients?: string | null
          is_custom?: boolean
          name?: string
          net_quantity?: string | null
          options?: NonNullable<Json>
          options_text?: never
          order_id?: string
          personalization?: string | null
          price?: number
          product_id?: string | null
          quantity?: number
          takes_stock?: boolean
          variation?: string | null
        }
        Relationships: [
          {
            foreignKeyName: 'order_items_order_id_fkey'
            columns: ['order_id']
            isOneToOne: false
            referencedRelation: 'orders'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'order_items_product_id_fkey'
            columns: ['product_id']
            isOneToOne: false
            referencedRelation: 'products'
            referencedColumns: ['id']
          },
        ]
      }
      order_moves: {
        Row: {
          answered_at: string | null
          created_at: string
          end_time: string | null
          expires_at: string
          id: string
          note: string | null
          on_date: string
          order_id: string
          start_time: string | null
          status: string
        }
        Insert: {
          answered_at?: string | null
          created_at?: string
          end_time?: string | null
          expires_at: string
          id?: string
          note?: string | null
          on_date: string
          order_id: string
          start_time?: string | null
          status?: string
        }
        Update: {
          answered_at?: string | null
          created_at?: string
          end_time?: string | null
          expires_at?: string
          id?: string
          note?: string | null
          on_date?: string
          order_id?: string
          start_time?: string | null
          status?: string
        }
        Relationships: [
          {
            foreignKeyName: 'order_moves_order_id_fkey'
            columns: ['order_id']
            isOneToOne: false
            referencedRelation: 'orders'
            referencedColumns: ['id']
          },
        ]
      }
      order_phones: {
        Row: {
          created_at: string
          order_id: string
          phone: string
        }
        Insert: {
          created_at?: string
          order_id: string
          phone: string
        }
        Update: {
          created_at?: string
          order_id?: string
          phone?: string
        }
        Relationships: [
          {
            foreignKeyName: 'order_phones_order_id_fkey'
            columns: ['order_id']
            isOneToOne: true
            referencedRelation: 'orders'
            referencedColumns: ['id']
          },
        ]
      }
      order_pickup_places: {
        Row: {
          address_line1: string
          address_line2: string | null
          city: string
          created_at: string
          instructions: string | null
          order_id: string
          postal_code: string
        }
        Insert: {
          address_line1: string
          address_line2?: string | null
          city: string
          created_at?: string
          instructions?: string | null
          order_id: string
          postal_code: string
        }
        Update: {
          address_line1?: string
          address_line2?: string | null
          city?: string
          created_at?: string
          instructions?: string | null
          order_id?: string
          postal_code?: string
        }
        Relationships: [
          {
            foreignKeyName: 'order_pickup_places_order_id_fkey'
            columns: ['order_id']
            isOneToOne: true
            referencedRelation: 'orders'
            referencedColumns: ['id']
          },
        ]
      }
      order_problems: {
        Row: {
          answer: string | null
          answer_count: number
          answer_text: string | null
          answered_at: string | null
          appeal: string | null
          created_at: string
          decided_at: string | null
          decided_by: string | null
          decision: string | null
          decision_amount: number | null
          decision_text: string | null
          details: string | null
          escalated_at: string | null
          id: string
          kind: string
          order_id: string
          pictures: string[]
          refund_amount: number | null
          state: string
          wanted: string
          can_escalate: boolean | null
        }
        Insert: {
          answer?: string | null
          answer_count?: number
          answer_text?: string | null
          answered_at?: string | null
          appeal?: string | null
          created_at?: string
          decided_at?: string | null
          decided_by?: string | null
          decision?: string | null
          decision_amount?: number | null
          decision_text?: string | null
          details?: string | null
          escalated_at?: string | null
          id?: string
          kind: string
          order_id: string
          pictures?: string[]
          refund_amount?: number | null
          state?: string
          wanted: string
        }
        Update: {
          answer?: string | null
          answer_count?: number
          answer_text?: string | null
          answered_at?: string | null
          appeal?: string | null
          created_at?: string
          decided_at?: string | null
          decided_by?: string | null
          decision?: string | null
          decision_amount?: number | null
          decision_text?: string | null
          details?: string | null
          escalated_at?: string | null
          id?: string
          kind?: string
          order_id?: string
          pictures?: string[]
          refund_amount?: number | null
          state?: string
          wanted?: string
        }
        Relationships: [
          {
            foreignKeyName: 'order_problems_decided_by_fkey'
            columns: ['decided_by']
            isOneToOne: false
            referencedRelation: 'people'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'order_problems_decided_by_fkey'
            columns: ['decided_by']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'order_problems_order_id_fkey'
            columns: ['order_id']
            isOneToOne: false
            referencedRelation: 'orders'
            referencedColumns: ['id']
          },
        ]
      }
      orders: {
        Row: {
          agreed_on: string | null
          allergen_answers: Json | null
          answers_agreed_at: string | null
          balance: number
          balance_due_on: string | null
          balance_paid_at: string | null
          balance_reminders: number
          balance_waived_at: string | null
          brief: Json | null
          buyer_id: string | null
          buyer_name: string | null
          buyer_search: string | null
          cancel_hours_before: number | null
          cancel_reason: string | null
          cancel_refund_percent: number | null
          cancellable_until: string | null
          cancellation_kept: number
          cancelled_at: string | null
          chat_room_id: string | null
          checkout_id: string | null
          created_at: string
          delivery_address: Json | null
          delivery_date: string | null
          delivery_deduction: number
          delivery_discount: number
          delivery_end: string | null
          delivery_fee: number
          delivery_kept: number
          delivery_start: string | null
          discount: number
          discount_code: string | null
          discount_code_id: string | null
          drop_id: string | null
          drop_title: string | null
          due_at: string | null
          fulfilment: string
          has_own_delivery_fee: boolean
          id: string
          kitchen_handles: string[] | null
          note: string | null
          number: string
          paid_at: string | null
          paid_on: string | null
          pickup_area: Json | null
          pickup_date: string | null
          pickup_end: string | null
          pickup_start: string | null
          quote_terms: Json | null
          quote_version: number | null
          received_amount: number
          refundable_in_part_until: string | null
          refunded_amount: number
          shop_id: string | null
          shop_name: string
          status: Database['public']['Enums']['order_status']
          subtotal: number
          tip: number
          total_amount: number
          updated_at: string
          voucher_amount: number
          voucher_returned: number
          can_report_problem: boolean | null
        }
        Insert: {
          agreed_on?: string | null
          allergen_answers?: Json | null
          answers_agreed_at?: string | null
          balance?: number
          balance_due_on?: string | null
          balance_paid_at?: string | null
          balance_reminders?: number
          balance_waived_at?: string | null
          brief?: Json | null
          buyer_id?: string | null
          buyer_name?: string | null
          buyer_search?: never
          cancel_hours_before?: number | null
          cancel_reason?: string | null
          cancel_refund_percent?: number | null
          cancellable_until?: string | null
          cancellation_kept?: number
          cancelled_at?: string | null
          chat_room_id?: string | null
          checkout_id?: string | null
          created_at?: string
          delivery_address?: Json | null
          delivery_date?: string | null
          delivery_deduction?: number
          delivery_discount?: number
          delivery_end?: string | null
          delivery_fee?: number
          delivery_kept?: number
          delivery_start?: string | null
          discount?: number
          discount_code?: string | null
          discount_code_id?: string | null
          drop_id?: string | null
          drop_title?: string | null
          due_at?: string | null
          fulfilment?: string
          has_own_delivery_fee?: boolean
          id?: string
          kitchen_handles?: string[] | null
          note?: string | null
          number?: string
          paid_at?: string | null
          paid_on?: never
          pickup_area?: Json | null
          pickup_date?: string | null
          pickup_end?: string | null
          pickup_start?: string | null
          quote_terms?: Json | null
          quote_version?: number | null
          received_amount?: never
          refundable_in_part_until?: string | null
          refunded_amount?: number
          shop_id?: string | null
          shop_name: string
          status?: Database['public']['Enums']['order_status']
          subtotal: number
          tip?: number
          total_amount?: never
          updated_at?: string
          voucher_amount?: number
          voucher_returned?: number
        }
        Update: {
          agreed_on?: string | null
          allergen_answers?: Json | null
          answers_agreed_at?: string | null
          balance?: number
          balance_due_on?: string | null
          balance_paid_at?: string | null
          balance_reminders?: number
          balance_waived_at?: string | null
          brief?: Json | null
          buyer_id?: string | null
          buyer_name?: string | null
          buyer_search?: never
          cancel_hours_before?: number | null
          cancel_reason?: string | null
          cancel_refund_percent?: number | null
          cancellable_until?: string | null
          cancellation_kept?: number
          cancelled_at?: string | null
          chat_room_id?: string | null
          checkout_id?: string | null
          created_at?: string
          delivery_address?: Json | null
          delivery_date?: string | null
          delivery_deduction?: number
          delivery_discount?: number
          delivery_end?: string | null
          delivery_fee?: number
          delivery_kept?: number
          delivery_start?: string | null
          discount?: number
          discount_code?: string | null
          discount_code_id?: string | null
          drop_id?: string | null
          drop_title?: string | null
          due_at?: string | null
          fulfilment?: string
          has_own_delivery_fee?: boolean
          id?: string
          kitchen_handles?: string[] | null
          note?: string | null
          number?: string
          paid_at?: string | null
          paid_on?: never
          pickup_area?: Json | null
          pickup_date?: string | null
          pickup_end?: string | null
          pickup_start?: string | null
          quote_terms?: Json | null
          quote_version?: number | null
          received_amount?: never
          refundable_in_part_until?: string | null
          refunded_amount?: number
          shop_id?: string | null
          shop_name?: string
          status?: Database['public']['Enums']['order_status']
          subtotal?: number
          tip?: number
          total_amount?: never
          updated_at?: string
          voucher_amount?: number
          voucher_returned?: number
        }
        Relationships: [
          {
            foreignKeyName: 'orders_buyer_id_fkey'
            columns: ['buyer_id']
            isOneToOne: false
            referencedRelation: 'people'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'orders_buyer_id_fkey'
            columns: ['buyer_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'orders_chat_room_id_fkey'
            columns: ['chat_room_id']
            isOneToOne: false
            referencedRelation: 'chat_rooms'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'orders_checkout_id_fkey'
            columns: ['checkout_id']
            isOneToOne: false
            referencedRelation: 'checkouts'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'orders_shop_id_fkey'
            columns: ['shop_id']
            isOneToOne: false
            referencedRelation: 'shops'
            referencedColumns: ['id']
          },
        ]
      }
      outbox: {
        Row: {
          attempts: number
          cause: number | null
          created_at: string
          data: NonNullable<Json>
          dedupe_key: string | null
          id: string
          is_bulk: boolean
          is_order_update: boolean
          last_error: string | null
          recipient: string
          request_id: string | null
          send_after: string
          sent_at: string | null
          status: string
          template: string
          user_id: string | null
        }
        Insert: {
          attempts?: number
          cause?: number | null
          created_at?: string
          data?: NonNullable<Json>
          dedupe_key?: string | null
          id?: string
          is_bulk?: boolean
          is_order_update?: boolean
          last_error?: string | null
          recipient: string
          request_id?: string | null
          send_after?: string
          sent_at?: string | null
          status?: string
          template: string
          user_id?: string | null
        }
        Update: {
          attempts?: number
          cause?: number | null
          created_at?: string
          data?: NonNullable<Json>
          dedupe_key?: string | null
          id?: string
          is_bulk?: boolean
          is_order_update?: boolean
          last_error?: string | null
          recipient?: string
          request_id?: string | null
          send_after?: string
          sent_at?: string | null
          status?: string
          template?: string
          user_id?: string | null
        }
        Relationships: [
          {
            foreignKeyName: 'outbox_user_id_fkey'
            columns: ['user_id']
            isOneToOne: false
            referencedRelation: 'people'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'outbox_user_id_fkey'
            columns: ['user_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
        ]
      }
      payment_accounts: {
        Row: {
          account_id: string
          charges_enabled: boolean
          created_at: string
          details_submitted: boolean
          payouts_enabled: boolean
          provider: string
          shop_id: string
          updated_at: string
        }
        Insert: {
          account_id: string
          charges_enabled?: boolean
          created_at?: string
          details_submitted?: boolean
          payouts_enabled?: boolean
          provider: string
          shop_id: string
          updated_at?: string
        }
        Update: {
          account_id?: string
          charges_enabled?: boolean
          created_at?: string
          details_submitted?: boolean
          payouts_enabled?: boolean
          provider?: string
          shop_id?: string
          updated_at?: string
        }
        Relationships: [
          {
            foreignKeyName: 'payment_accounts_shop_id_fkey'
            columns: ['shop_id']
            isOneToOne: true
            referencedRelation: 'shops'
            referencedColumns: ['id']
          },
        ]
      }
      payment_customers: {
        Row: {
          created_at: string
          customer_id: string | null
          id: string
          member_id: string
          provider: string
        }
        Insert: {
          created_at?: string
          customer_id?: string | null
          id?: string
          member_id: string
          provider: string
        }
        Update: {
          created_at?: string
          customer_id?: string | null
          id?: string
          member_id?: string
          provider?: string
        }
        Relationships: [
          {
            foreignKeyName: 'payment_customers_member_id_fkey'
            columns: ['member_id']
            isOneToOne: false
            referencedRelation: 'people'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'payment_customers_member_id_fkey'
            columns: ['member_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
        ]
      }
      payment_disputes: {
        Row: {
          amount: number
          closed_at: string | null
          created_at: string
          id: string
          payment_id: string
          provider_dispute_id: string
          reason: string
          status: string
          updated_at: string
        }
        Insert: {
          amount: number
          closed_at?: string | null
          created_at?: string
          id?: string
          payment_id: string
          provider_dispute_id: string
          reason: string
          status?: string
          updated_at?: string
        }
        Update: {
          amount?: number
          closed_at?: string | null
          created_at?: string
          id?: string
          payment_id?: string
          provider_dispute_id?: string
          reason?: string
          status?: string
          updated_at?: string
        }
        Relationships: [
          {
            foreignKeyName: 'payment_disputes_payment_id_fkey'
            columns: ['payment_id']
            isOneToOne: false
            referencedRelation: 'payments'
            referencedColumns: ['id']
          },
        ]
      }
      payment_events: {
        Row: {
          created_at: string
          event_id: string
          is_deferred: boolean
          kind: string
          payload: NonNullable<Json>
          provider: string
          provider_payment_id: string | null
          response: Json | null
        }
        Insert: {
          created_at?: string
          event_id: string
          is_deferred?: boolean
          kind: string
          payload: NonNullable<Json>
          provider: string
          provider_payment_id?: string | null
          response?: Json | null
        }
        Update: {
          created_at?: string
          event_id?: string
          is_deferred?: boolean
          kind?: string
          payload?: NonNullable<Json>
          provider?: string
          provider_payment_id?: string | null
          response?: Json | null
        }
        Relationships: []
      }
      payments: {
        Row: {
          amount: number
          application_fee: number
          captured_at: string | null
          card_id: string | null
          check_count: number
          checkout_id: string
          created_at: string
          currency: string
          failure: string | null
          fee_percent: number
          id: string
          is_balance: boolean
          is_returned: boolean
          next_check_at: string
          payment_id: string | null
          provider: string
          route: string
          saves_card: boolean
          session_id: string | null
          status: string
          updated_at: string
          url: string | null
        }
        Insert: {
          amount: number
          application_fee?: number
          captured_at?: string | null
          card_id?: string | null
          check_count?: number
          checkout_id: string
          created_at?: string
          currency?: string
          failure?: string | null
          fee_percent?: number
          id?: string
          is_balance?: boolean
          is_returned?: boolean
          next_check_at?: string
          payment_id?: string | null
          provider: string
          route?: string
          saves_card?: boolean
          session_id?: string | null
          status?: string
          updated_at?: string
          url?: string | null
        }
        Update: {
          amount?: number
          application_fee?: number
          captured_at?: string | null
          card_id?: string | null
          check_count?: number
          checkout_id?: string
          created_at?: string
          currency?: string
          failure?: string | null
          fee_percent?: number
          id?: string
          is_balance?: boolean
          is_returned?: boolean
          next_check_at?: string
          payment_id?: string | null
          provider?: string
          route?: string
          saves_card?: boolean
          session_id?: string | null
          status?: string
          updated_at?: string
          url?: string | null
        }
        Relationships: [
          {
            foreignKeyName: 'payments_checkout_id_fkey'
            columns: ['checkout_id']
            isOneToOne: false
            referencedRelation: 'checkouts'
            referencedColumns: ['id']
          },
        ]
      }
      picture_imports: {
        Row: {
          address: string
          attempts: number
          created_at: string
          id: string
          last_error: string | null
          next_attempt_at: string
          owner_id: string
          subject: string
          subject_id: string
        }
        Insert: {
          address: string
          attempts?: number
          created_at?: string
          id?: string
          last_error?: string | null
          next_attempt_at?: string
          owner_id: string
          subject: string
          subject_id: string
        }
        Update: {
          address?: string
          attempts?: number
          created_at?: string
          id?: string
          last_error?: string | null
          next_attempt_at?: string
          owner_id?: string
          subject?: string
          subject_id?: string
        }
        Relationships: [
          {
            foreignKeyName: 'picture_imports_owner_id_fkey'
            columns: ['owner_id']
            isOneToOne: false
            referencedRelation: 'people'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'picture_imports_owner_id_fkey'
            columns: ['owner_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
        ]
      }
      product_images: {
        Row: {
          created_at: string
          id: string
          image: string
          position: number
          product_id: string
        }
        Insert: {
          created_at?: string
          id?: string
          image: string
          position?: number
          product_id: string
        }
        Update: {
          created_at?: string
          id?: string
          image?: string
          position?: number
          product_id?: string
        }
        Relationships: [
          {
            foreignKeyName: 'product_images_product_id_fkey'
            columns: ['product_id']
            isOneToOne: false
            referencedRelation: 'products'
            referencedColumns: ['id']
          },
        ]
      }
      product_option_choices: {
        Row: {
          allergens: NonNullable<Json>
          created_at: string
          group_id: string
          id: string
          ingredients: string | null
          name: string
          net_quantity: string | null
          position: number
          price_delta: number
          product_id: string
          replaces: string | null
          stock: number | null
        }
        Insert: {
          allergens?: NonNullable<Json>
          created_at?: string
          group_id: string
          id?: string
          ingredients?: string | null
          name: string
          net_quantity?: string | null
          position?: number
          price_delta?: number
          product_id: string
          replaces?: string | null
          stock?: number | null
        }
        Update: {
          allergens?: NonNullable<Json>
          created_at?: string
          group_id?: string
          id?: string
          ingredients?: string | null
          name?: string
          net_quantity?: string | null
          position?: number
          price_delta?: number
          product_id?: string
          replaces?: string | null
          stock?: number | null
        }
        Relationships: [
          {
            foreignKeyName: 'product_option_choices_group'
            columns: ['group_id', 'product_id']
            isOneToOne: false
            referencedRelation: 'product_option_groups'
            referencedColumns: ['id', 'product_id']
          },
        ]
      }
      product_option_groups: {
        Row: {
          created_at: string
          id: string
          is_required: boolean
          max_choices: number
          name: string
          position: number
          product_id: string
        }
        Insert: {
          created_at?: string
          id?: string
          is_required?: boolean
          max_choices?: number
          name: string
          position?: number
          product_id: string
        }
        Update: {
          created_at?: string
          id?: string
          is_required?: boolean
          max_choices?: number
          name?: string
          position?: number
          product_id?: string
        }
        Relationships: [
          {
            foreignKeyName: 'product_option_groups_product_id_fkey'
            columns: ['product_id']
            isOneToOne: false
            referencedRelation: 'products'
            referencedColumns: ['id']
          },
        ]
      }
      product_pickup_schedules: {
        Row: {
          created_at: string
          day_of_week: number
          end_time: string
          fulfilment: string
          id: string
          is_posted: boolean
          max_orders: number | null
          on_date: string | null
          product_id: string
          start_time: string
        }
        Insert: {
          created_at?: string
          day_of_week: number
          end_time: string
          fulfilment?: string
          id?: string
          is_posted?: boolean
          max_orders?: number | null
          on_date?: string | null
          product_id: string
          start_time: string
        }
        Update: {
          created_at?: string
          day_of_week?: number
          end_time?: string
          fulfilment?: string
          id?: string
          is_posted?: boolean
          max_orders?: number | null
          on_date?: string | null
          product_id?: string
          start_time?: string
        }
        Relationships: [
          {
            foreignKeyName: 'product_pickup_schedules_product_id_fkey'
            columns: ['product_id']
            isOneToOne: false
            referencedRelation: 'products'
            referencedColumns: ['id']
          },
        ]
      }
      product_questions: {
        Row: {
          created_at: string
          id: string
          is_required: boolean
          max_length: number
          name: string
          position: number
          price: number
          product_id: string
        }
        Insert: {
          created_at?: string
          id?: string
          is_required?: boolean
          max_length?: number
          name: string
          position?: number
          price?: number
          product_id: string
        }
        Update: {
          created_at?: string
          id?: string
          is_required?: boolean
          max_length?: number
          name?: string
          position?: number
          price?: number
          product_id?: string
        }
        Relationships: [
          {
            foreignKeyName: 'product_questions_product_id_fkey'
            columns: ['product_id']
            isOneToOne: false
            referencedRelation: 'products'
            referencedColumns: ['id']
          },
        ]
      }
      product_variations: {
        Row: {
          allergens: NonNullable<Json>
          created_at: string
          id: string
          ingredients: string | null
          name: string
          net_quantity: string | null
          position: number
          price_delta: number
          product_id: string
          replaces: string | null
          stock: number | null
        }
        Insert: {
          allergens?: NonNullable<Json>
          created_at?: string
          id?: string
          ingredients?: string | null
          name: string
          net_quantity?: string | null
          position?: number
          price_delta?: number
          product_id: string
          replaces?: string | null
          stock?: number | null
        }
        Update: {
          allergens?: NonNullable<Json>
          created_at?: string
          id?: string
          ingredients?: string | null
          name?: string
          net_quantity?: string | null
          position?: number
          price_delta?: number
          product_id?: string
          replaces?: string | null
          stock?: number | null
        }
        Relationships: [
          {
            foreignKeyName: 'product_variations_product_id_fkey'
            columns: ['product_id']
            isOneToOne: false
            referencedRelation: 'products'
            referencedColumns: ['id']
          },
        ]
      }
      product_vat_rates: {
        Row: {
          created_at: string
          product_id: string
          rate: number
        }
        Insert: {
          created_at?: string
          product_id: string
          rate: number
        }
        Update: {
          created_at?: string
          product_id?: string
          rate?: number
        }
        Relationships: [
          {
            foreignKeyName: 'product_vat_rates_product_id_fkey'
            columns: ['product_id']
            isOneToOne: true
            referencedRelation: 'products'
            referencedColumns: ['id']
          },
        ]
      }
      product_views: {
        Row: {
          day: string
          product_id: string
          views: number
        }
        Insert: {
          day?: string
          product_id: string
          views?: number
        }
        Update: {
          day?: string
          product_id?: string
          views?: number
        }
        Relationships: [
          {
            foreignKeyName: 'product_views_product_id_fkey'
            columns: ['product_id']
            isOneToOne: false
            referencedRelation: 'products'
            referencedColumns: ['id']
          },
        ]
      }
      products: {
        Row: {
          allergen_answers: string[]
          allergens: Json | null
          allergens_changed_at: string | null
          allergens_declared: boolean
          available_for_delivery: boolean
          available_for_pickup: boolean
          category: string | null
          created_at: string
          description: string | null
          diets: string[]
          drop_until: string | null
          held: number
          id: string
          image: string | null
          ingredients: string | null
          is_bestseller: boolean
          is_listed: boolean
          is_made_to_order: boolean
          is_personalisable: boolean
          is_subscribable: boolean
          lead_time_days: number
          max_price: number | null
          min_price: number | null
          name: string
          net_quantity: string | null
          occasions: string[]
          option_allergens: NonNullable<Json>
          personalisation_max_length: number
          personalisation_price: number
          price: number
          product_type: string
          rating: number | null
          required_allergens: NonNullable<Json>
          requires_consultation: boolean
          review_count: number
          shelf_life_days: number
          shop_id: string
          status: string
          stock: number
          storage_advice: string | null
          takedown_reason: string | null
          taken_down_at: string | null
          unanswered_allergens: string[]
          updated_at: string
        }
        Insert: {
          allergen_answers?: string[]
          allergens?: Json | null
          allergens_changed_at?: string | null
          allergens_declared?: never
          available_for_delivery?: boolean
          available_for_pickup?: boolean
          category?: string | null
          created_at?: string
          description?: string | null
          diets?: string[]
          drop_until?: string | null
          held?: number
          id?: string
          image?: string | null
          ingredients?: string | null
          is_bestseller?: boolean
          is_listed?: boolean
          is_made_to_order?: boolean
          is_personalisable?: boolean
          is_subscribable?: boolean
          lead_time_days?: number
          max_price?: number | null
          min_price?: number | null
          name: string
          net_quantity?: string | null
          occasions?: string[]
          option_allergens?: NonNullable<Json>
          personalisation_max_length?: number
          personalisation_price?: number
          price?: number
          product_type?: string
          rating?: number | null
          required_allergens?: NonNullable<Json>
          requires_consultation?: boolean
          review_count?: number
          shelf_life_days?: number
          shop_id: string
          status?: string
          stock?: number
          storage_advice?: string | null
          takedown_reason?: string | null
          taken_down_at?: string | null
          unanswered_allergens?: string[]
          updated_at?: string
        }
        Update: {
          allergen_answers?: string[]
          allergens?: Json | null
          allergens_changed_at?: string | null
          allergens_declared?: never
          available_for_delivery?: boolean
          available_for_pickup?: boolean
          category?: string | null
          created_at?: string
          description?: string | null
          diets?: string[]
          drop_until?: string | null
          held?: number
          id?: string
          image?: string | null
          ingredients?: string | null
          is_bestseller?: boolean
          is_listed?: boolean
          is_made_to_order?: boolean
          is_personalisable?: boolean
          is_subscribable?: boolean
          lead_time_days?: number
          max_price?: number | null
          min_price?: number | null
          name?: string
          net_quantity?: string | null
          occasions?: string[]
          option_allergens?: NonNullable<Json>
          personalisation_max_length?: number
          personalisation_price?: number
          price?: number
          product_type?: string
          rating?: number | null
          required_allergens?: NonNullable<Json>
          requires_consultation?: boolean
          review_count?: number
          shelf_life_days?: number
          shop_id?: string
          status?: string
          stock?: number
          storage_advice?: string | null
          takedown_reason?: string | null
          taken_down_at?: string | null
          unanswered_allergens?: string[]
          updated_at?: string
        }
        Relationships: [
          {
            foreignKeyName: 'products_shop_id_fkey'
            columns: ['shop_id']
            isOneToOne: false
            referencedRelation: 'shops'
            referencedColumns: ['id']
          },
        ]
      }
      profiles: {
        Row: {
          avatar_url: string | null
          created_at: string
          first_name: string | null
          id: string
          last_name: string | null
          lat: number | null
          lon: number | null
          name: string
          phone: string | null
          town: string | null
          updated_at: string
        }
        Insert: {
          avatar_url?: string | null
          created_at?: string
          first_name?: string | null
          id: string
          last_name?: string | null
          lat?: number | null
          lon?: number | null
          name: string
          phone?: string | null
          town?: string | null
          updated_at?: string
        }
        Update: {
          avatar_url?: string | null
          created_at?: string
          first_name?: string | null
          id?: string
          last_name?: string | null
          lat?: number | null
          lon?: number | null
          name?: string
          phone?: string | null
          town?: string | null
          updated_at?: string
        }
        Relationships: []
      }
      provider_removals: {
        Row: {
          attempts: number
          created_at: string
          id: string
          kind: string
          next_attempt_at: string
          provider: string
          provider_id: string | null
        }
        Insert: {
          attempts?: number
          created_at?: string
          id: string
          kind: string
          next_attempt_at?: string
          provider: string
          provider_id?: string | null
        }
        Update: {
          attempts?: number
          created_at?: string
          id?: string
          kind?: string
          next_attempt_at?: string
          provider?: string
          provider_id?: string | null
        }
        Relationships: []
      }
      push_subscriptions: {
        Row: {
          auth: string
          created_at: string
          endpoint: string
          id: string
          p256dh: string
          session_id: string | null
          user_id: string
        }
        Insert: {
          auth: string
          created_at?: string
          endpoint: string
          id?: string
          p256dh: string
          session_id?: string | null
          user_id: string
        }
        Update: {
          auth?: string
          created_at?: string
          endpoint?: string
          id?: string
          p256dh?: string
          session_id?: string | null
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: 'push_subscriptions_user_id_fkey'
            columns: ['user_id']
            isOneToOne: false
            referencedRelation: 'people'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'push_subscriptions_user_id_fkey'
            columns: ['user_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
        ]
      }
      quote_versions: {
        Row: {
          allergen_answers: Json | null
          balance_due_on: string | null
          chat_room_id: string
          created_at: string
          deposit: number | null
          expires_at: string | null
          lines: Json | null
          note: string | null
          price: number
          version: number
          wanted_on: string | null
        }
        Insert: {
          allergen_answers?: Json | null
          balance_due_on?: string | null
          chat_room_id: string
          created_at?: string
          deposit?: number | null
          expires_at?: string | null
          lines?: Json | null
          note?: string | null
          price: number
          version: number
          wanted_on?: string | null
        }
        Update: {
          allergen_answers?: Json | null
          balance_due_on?: string | null
          chat_room_id?: string
          created_at?: string
          deposit?: number | null
          expires_at?: string | null
          lines?: Json | null
          note?: string | null
          price?: number
          version?: number
          wanted_on?: string | null
        }
        Relationships: [
          {
            foreignKeyName: 'quote_versions_chat_room_id_fkey'
            columns: ['chat_room_id']
            isOneToOne: false
            referencedRelation: 'chat_rooms'
            referencedColumns: ['id']
          },
        ]
      }
      recipe_ingredients: {
        Row: {
          created_at: string
          ingredient_id: string
          position: number
          product_id: string
          quantity: number
          shop_id: string
        }
        Insert: {
          created_at?: string
          ingredient_id: string
          position: number
          product_id: string
          quantity: number
          shop_id: string
        }
        Update: {
          created_at?: string
          ingredient_id?: string
          position?: number
          product_id?: string
          quantity?: number
          shop_id?: string
        }
        Relationships: [
          {
            foreignKeyName: 'recipe_ingredients_ingredient'
            columns: ['ingredient_id', 'shop_id']
            isOneToOne: false
            referencedRelation: 'shop_ingredients'
            referencedColumns: ['id', 'shop_id']
          },
          {
            foreignKeyName: 'recipe_ingredients_recipe'
            columns: ['product_id', 'shop_id']
            isOneToOne: false
            referencedRelation: 'recipes'
            referencedColumns: ['product_id', 'shop_id']
          },
        ]
      }
      recipes: {
        Row: {
          created_at: string
          minutes: number
          other_costs: number
          portions: number
          product_id: string
          shop_id: string
          updated_at: string
        }
        Insert: {
          created_at?: string
          minutes: number
          other_costs: number
          portions: number
          product_id: string
          shop_id: string
          updated_at?: string
        }
        Update: {
          created_at?: string
          minutes?: number
          other_costs?: number
          portions?: number
          product_id?: string
          shop_id?: string
          updated_at?: string
        }
        Relationships: [
          {
            foreignKeyName: 'recipes_product_id_fkey'
            columns: ['product_id']
            isOneToOne: true
            referencedRelation: 'products'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'recipes_shop_id_fkey'
            columns: ['shop_id']
            isOneToOne: false
            referencedRelation: 'shops'
            referencedColumns: ['id']
          },
        ]
      }
      refunds: {
        Row: {
          amount: number
          attempts: number
          created_at: string
          id: string
          idempotency_key: string | null
          is_cancellation: boolean
          last_error: string | null
          next_attempt_at: string
          order_id: string | null
          payment_id: string | null
          provider_refund_id: string | null
          reason: string | null
          refusals: number
          status: string
          updated_at: string
          voucher_id: string | null
        }
        Insert: {
          amount: number
          attempts?: number
          created_at?: string
          id?: string
          idempotency_key?: string | null
          is_cancellation?: boolean
          last_error?: string | null
          next_attempt_at?: string
          order_id?: string | null
          payment_id?: string | null
          provider_refund_id?: string | null
          reason?: string | null
          refusals?: number
          status?: string
          updated_at?: string
          voucher_id?: string | null
        }
        Update: {
          amount?: number
          attempts?: number
          created_at?: string
          id?: string
          idempotency_key?: string | null
          is_cancellation?: boolean
          last_error?: string | null
          next_attempt_at?: string
          order_id?: string | null
          payment_id?: string | null
          provider_refund_id?: string | null
          reason?: string | null
          refusals?: number
          status?: string
          updated_at?: string
          voucher_id?: string | null
        }
        Relationships: [
          {
            foreignKeyName: 'refunds_order_id_fkey'
            columns: ['order_id']
            isOneToOne: false
            referencedRelation: 'orders'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'refunds_payment_id_fkey'
            columns: ['payment_id']
            isOneToOne: false
            referencedRelation: 'payments'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'refunds_voucher_id_fkey'
            columns: ['voucher_id']
            isOneToOne: false
            referencedRelation: 'gift_vouchers'
            referencedColumns: ['id']
          },
        ]
      }
      reports: {
        Row: {
          announcement_id: string | null
          chat_room_id: string | null
          created_at: string
          details: string | null
          id: string
          product_id: string | null
          reason: string
          reporter_id: string | null
          resolution: string | null
          resolved_at: string | null
          resolved_by: string | null
          review_id: string | null
          shop_id: string | null
          state: string
          subject: string
        }
        Insert: {
          announcement_id?: string | null
          chat_room_id?: string | null
          created_at?: string
          details?: string | null
          id?: string
          product_id?: string | null
          reason: string
          reporter_id?: string | null
          resolution?: string | null
          resolved_at?: string | null
          resolved_by?: string | null
          review_id?: string | null
          shop_id?: string | null
          state?: string
          subject: string
        }
        Update: {
          announcement_id?: string | null
          chat_room_id?: string | null
          created_at?: string
          details?: string | null
          id?: string
          product_id?: string | null
          reason?: string
          reporter_id?: string | null
          resolution?: string | null
          resolved_at?: string | null
          resolved_by?: string | null
          review_id?: string | null
          shop_id?: string | null
          state?: string
          subject?: string
        }
        Relationships: [
          {
            foreignKeyName: 'reports_announcement_id_fkey'
            columns: ['announcement_id']
            isOneToOne: false
            referencedRelation: 'announcements'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'reports_chat_room_id_fkey'
            columns: ['chat_room_id']
            isOneToOne: false
            referencedRelation: 'chat_rooms'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'reports_product_id_fkey'
            columns: ['product_id']
            isOneToOne: false
            referencedRelation: 'products'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'reports_reporter_id_fkey'
            columns: ['reporter_id']
            isOneToOne: false
            referencedRelation: 'people'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'reports_reporter_id_fkey'
            columns: ['reporter_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'reports_resolved_by_fkey'
            columns: ['resolved_by']
            isOneToOne: false
            referencedRelation: 'people'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'reports_resolved_by_fkey'
            columns: ['resolved_by']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'reports_review_id_fkey'
            columns: ['review_id']
            isOneToOne: false
            referencedRelation: 'reviews'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'reports_shop_id_fkey'
            columns: ['shop_id']
            isOneToOne: false
            referencedRelation: 'shops'
            referencedColumns: ['id']
          },
        ]
      }
      review_authors: {
        Row: {
          author_id: string | null
          created_at: string
          order_item_id: string | null
          product_id: string | null
          review_id: string
        }
        Insert: {
          author_id?: string | null
          created_at?: string
          order_item_id?: string | null
          product_id?: string | null
          review_id: string
        }
        Update: {
          author_id?: string | null
          created_at?: string
          order_item_id?: string | null
          product_id?: string | null
          review_id?: string
        }
        Relationships: [
          {
            foreignKeyName: 'review_authors_author_id_fkey'
            columns: ['author_id']
            isOneToOne: false
            referencedRelation: 'people'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'review_authors_author_id_fkey'
            columns: ['author_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'review_authors_order_item_id_fkey'
            columns: ['order_item_id']
            isOneToOne: true
            referencedRelation: 'order_items'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'review_authors_product_id_fkey'
            columns: ['product_id']
            isOneToOne: false
            referencedRelation: 'products'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'review_authors_review_id_fkey'
            columns: ['review_id']
            isOneToOne: true
            referencedRelation: 'reviews'
            referencedColumns: ['id']
          },
        ]
      }
      reviews: {
        Row: {
          created_at: string
          id: string
          is_counted: boolean
          is_hidden: boolean
          picture: string | null
          product_id: string | null
          rating: number
          replied_at: string | null
          reply: string | null
          shop_id: string | null
          text: string | null
          author_name: string | null
        }
        Insert: {
          created_at?: string
          id?: string
          is_counted?: boolean
          is_hidden?: boolean
          picture?: string | null
          product_id?: string | null
          rating: number
          replied_at?: string | null
          reply?: string | null
          shop_id?: string | null
          text?: string | null
        }
        Update: {
          created_at?: string
          id?: string
          is_counted?: boolean
          is_hidden?: boolean
          picture?: string | null
          product_id?: string | null
          rating?: number
          replied_at?: string | null
          reply?: string | null
          shop_id?: string | null
          text?: string | null
        }
        Relationships: [
          {
            foreignKeyName: 'reviews_product_id_fkey'
            columns: ['product_id']
            isOneToOne: false
            referencedRelation: 'products'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'reviews_shop_id_fkey'
            columns: ['shop_id']
            isOneToOne: false
            referencedRelation: 'shops'
            referencedColumns: ['id']
          },
        ]
      }
      saved_cards: {
        Row: {
          brand: string
          created_at: string
          customer_id: string
          exp_month: number
          exp_year: number
          id: string
          last4: string
          method_id: string
          provider: string
          used_at: string
          user_id: string
        }
        Insert: {
          brand: string
          created_at?: string
          customer_id: string
          exp_month: number
          exp_year: number
          id?: string
          last4: string
          method_id: string
          provider: string
          used_at?: string
          user_id: string
        }
        Update: {
          brand?: string
          created_at?: string
          customer_id?: string
          exp_month?: number
          exp_year?: number
          id?: string
          last4?: string
          method_id?: string
          provider?: string
          used_at?: string
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: 'saved_cards_customer_id_fkey'
            columns: ['customer_id']
            isOneToOne: false
            referencedRelation: 'payment_customers'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'saved_cards_user_id_fkey'
            columns: ['user_id']
            isOneToOne: false
            referencedRelation: 'people'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'saved_cards_user_id_fkey'
            columns: ['user_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
        ]
      }
      saved_replies: {
        Row: {
          content: string
          created_at: string
          id: string
          title: string
          user_id: string
        }
        Insert: {
          content: string
          created_at?: string
          id?: string
          title: string
          user_id?: string
        }
        Update: {
          content?: string
          created_at?: string
          id?: string
          title?: string
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: 'saved_replies_user_id_fkey'
            columns: ['user_id']
            isOneToOne: false
            referencedRelation: 'people'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'saved_replies_user_id_fkey'
            columns: ['user_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
        ]
      }
      shop_booking_rules: {
        Row: {
          created_at: string
          delivery_cutoff_hours: number | null
          horizon_days: number
          pickup_cutoff_hours: number | null
          shop_id: string
        }
        Insert: {
          created_at?: string
          delivery_cutoff_hours?: number | null
          horizon_days?: number
          pickup_cutoff_hours?: number | null
          shop_id: string
        }
        Update: {
          created_at?: string
          delivery_cutoff_hours?: number | null
          horizon_days?: number
          pickup_cutoff_hours?: number | null
          shop_id?: string
        }
        Relationships: [
          {
            foreignKeyName: 'shop_booking_rules_shop_id_fkey'
            columns: ['shop_id']
            isOneToOne: true
            referencedRelation: 'shops'
            referencedColumns: ['id']
          },
        ]
      }
      shop_closures: {
        Row: {
          created_at: string
          from_date: string
          id: string
          note: string | null
          shop_id: string
          to_date: string
        }
        Insert: {
          created_at?: string
          from_date: string
          id?: string
          note?: string | null
          shop_id: string
          to_date: string
        }
        Update: {
          created_at?: string
          from_date?: string
          id?: string
          note?: string | null
          shop_id?: string
          to_date?: string
        }
        Relationships: [
          {
            foreignKeyName: 'shop_closures_shop_id_fkey'
            columns: ['shop_id']
            isOneToOne: false
            referencedRelation: 'shops'
            referencedColumns: ['id']
          },
        ]
      }
      shop_costing: {
        Row: {
          created_at: string
          hourly_rate: number
          margin_percent: number
          shop_id: string
        }
        Insert: {
          created_at?: string
          hourly_rate?: number
          margin_percent?: number
          shop_id: string
        }
        Update: {
          created_at?: string
          hourly_rate?: number
          margin_percent?: number
          shop_id?: string
        }
        Relationships: [
          {
            foreignKeyName: 'shop_costing_shop_id_fkey'
            columns: ['shop_id']
            isOneToOne: true
            referencedRelation: 'shops'
            referencedColumns: ['id']
          },
        ]
      }
      shop_day_limits: {
        Row: {
          category: string | null
          created_at: string
          day_of_week: number | null
          id: string
          max_orders: number
          on_date: string | null
          product_id: string | null
          shop_id: string
        }
        Insert: {
          category?: string | null
          created_at?: string
          day_of_week?: number | null
          id?: string
          max_orders: number
          on_date?: string | null
          product_id?: string | null
          shop_id: string
        }
        Update: {
          category?: string | null
          created_at?: string
          day_of_week?: number | null
          id?: string
          max_orders?: number
          on_date?: string | null
          product_id?: string | null
          shop_id?: string
        }
        Relationships: [
          {
            foreignKeyName: 'shop_day_limits_product_id_fkey'
            columns: ['product_id']
            isOneToOne: false
            referencedRelation: 'products'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'shop_day_limits_shop_id_fkey'
            columns: ['shop_id']
            isOneToOne: false
            referencedRelation: 'shops'
            referencedColumns: ['id']
          },
        ]
      }
      shop_delivery_terms: {
        Row: {
          basis: string
          created_at: string
          fee: number | null
          free_from: number | null
          minimum_order: number | null
          shop_id: string
          updated_at: string
          zones: NonNullable<Json>
        }
        Insert: {
          basis: string
          created_at?: string
          fee?: number | null
          free_from?: number | null
          minimum_order?: number | null
          shop_id: string
          updated_at?: string
          zones?: NonNullable<Json>
        }
        Update: {
          basis?: string
          created_at?: string
          fee?: number | null
          free_from?: number | null
          minimum_order?: number | null
          shop_id?: string
          updated_at?: string
          zones?: NonNullable<Json>
        }
        Relationships: [
          {
            foreignKeyName: 'shop_delivery_terms_shop_id_fkey'
            columns: ['shop_id']
            isOneToOne: true
            referencedRelation: 'shops'
            referencedColumns: ['id']
          },
        ]
      }
      shop_followers: {
        Row: {
          created_at: string
          emails_agreed_at: string | null
          shop_id: string
          user_id: string
          wants_emails: boolean
        }
        Insert: {
          created_at?: string
          emails_agreed_at?: string | null
          shop_id: string
          user_id?: string
          wants_emails?: boolean
        }
        Update: {
          created_at?: string
          emails_agreed_at?: string | null
          shop_id?: string
          user_id?: string
          wants_emails?: boolean
        }
        Relationships: [
          {
            foreignKeyName: 'shop_followers_shop_id_fkey'
            columns: ['shop_id']
            isOneToOne: false
            referencedRelation: 'shops'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'shop_followers_user_id_fkey'
            columns: ['user_id']
            isOneToOne: false
            referencedRelation: 'people'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'shop_followers_user_id_fkey'
            columns: ['user_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
        ]
      }
      shop_ingredients: {
        Row: {
          created_at: string
          id: string
          name: string
          pack_price: number
          pack_size: number
          shop_id: string
          unit: string
          updated_at: string
        }
        Insert: {
          created_at?: string
          id?: string
          name: string
          pack_price: number
          pack_size: number
          shop_id: string
          unit: string
          updated_at?: string
        }
        Update: {
          created_at?: string
          id?: string
          name?: string
          pack_price?: number
          pack_size?: number
          shop_id?: string
          unit?: string
          updated_at?: string
        }
        Relationships: [
          {
            foreignKeyName: 'shop_ingredients_shop_id_fkey'
            columns: ['shop_id']
            isOneToOne: false
            referencedRelation: 'shops'
            referencedColumns: ['id']
          },
        ]
      }
      shop_kitchens: {
        Row: {
          created_at: string
          handles: NonNullable<Json>
          is_nut_free: boolean | null
          reviewed_at: string
          shares_equipment: boolean | null
          shop_id: string
        }
        Insert: {
          created_at?: string
          handles?: NonNullable<Json>
          is_nut_free?: boolean | null
          reviewed_at?: string
          shares_equipment?: boolean | null
          shop_id: string
        }
        Update: {
          created_at?: string
          handles?: NonNullable<Json>
          is_nut_free?: boolean | null
          reviewed_at?: string
          shares_equipment?: boolean | null
          shop_id?: string
        }
        Relationships: [
          {
            foreignKeyName: 'shop_kitchens_shop_id_fkey'
            columns: ['shop_id']
            isOneToOne: true
            referencedRelation: 'shops'
            referencedColumns: ['id']
          },
        ]
      }
      shop_pickup_places: {
        Row: {
          address_line1: string
          address_line2: string | null
          city: string
          instructions: string | null
          postal_code: string
          shop_id: string
          updated_at: string
        }
        Insert: {
          address_line1: string
          address_line2?: string | null
          city: string
          instructions?: string | null
          postal_code: string
          shop_id: string
          updated_at?: string
        }
        Update: {
          address_line1?: string
          address_line2?: string | null
          city?: string
          instructions?: string | null
          postal_code?: string
          shop_id?: string
          updated_at?: string
        }
        Relationships: [
          {
            foreignKeyName: 'shop_pickup_places_shop_id_fkey'
            columns: ['shop_id']
            isOneToOne: true
            referencedRelation: 'shops'
            referencedColumns: ['id']
          },
        ]
      }
      shop_pickup_schedules: {
        Row: {
          created_at: string
          day_of_week: number
          end_time: string
          fulfilment: string
          id: string
          is_posted: boolean
          max_orders: number | null
          on_date: string | null
          shop_id: string
          start_time: string
        }
        Insert: {
          created_at?: string
          day_of_week: number
          end_time: string
          fulfilment?: string
          id?: string
          is_posted?: boolean
          max_orders?: number | null
          on_date?: string | null
          shop_id: string
          start_time: string
        }
        Update: {
          created_at?: string
          day_of_week?: number
          end_time?: string
          fulfilment?: string
          id?: string
          is_posted?: boolean
          max_orders?: number | null
          on_date?: string | null
          shop_id?: string
          start_time?: string
        }
        Relationships: [
          {
            foreignKeyName: 'shop_pickup_schedules_shop_id_fkey'
            columns: ['shop_id']
            isOneToOne: false
            referencedRelation: 'shops'
            referencedColumns: ['id']
          },
        ]
      }
      shop_records: {
        Row: {
          created_at: string
          food_registration: string | null
          label_address: string | null
          label_name: string | null
          shop_id: string
          suspension_reason: string | null
          terms_accepted_at: string | null
          terms_version: string | null
          updated_at: string
        }
        Insert: {
          created_at?: string
          food_registration?: string | null
          label_address?: string | null
          label_name?: string | null
          shop_id: string
          suspension_reason?: string | null
          terms_accepted_at?: string | null
          terms_version?: string | null
          updated_at?: string
        }
        Update: {
          created_at?: string
          food_registration?: string | null
          label_address?: string | null
          label_name?: string | null
          shop_id?: string
          suspension_reason?: string | null
          terms_accepted_at?: string | null
          terms_version?: string | null
          updated_at?: string
        }
        Relationships: [
          {
            foreignKeyName: 'shop_records_shop_id_fkey'
            columns: ['shop_id']
            isOneToOne: true
            referencedRelation: 'shops'
            referencedColumns: ['id']
          },
        ]
      }
      shop_vat: {
        Row: {
          created_at: string
          default_rate: number
          registered_from: string
          shop_id: string
        }
        Insert: {
          created_at?: string
          default_rate?: number
          registered_from: string
          shop_id: string
        }
        Update: {
          created_at?: string
          default_rate?: number
          registered_from?: string
          shop_id?: string
        }
        Relationships: [
          {
            foreignKeyName: 'shop_vat_shop_id_fkey'
            columns: ['shop_id']
            isOneToOne: true
            referencedRelation: 'shops'
            referencedColumns: ['id']
          },
        ]
      }
      shop_visits: {
        Row: {
          day: string
          shop_id: string
          visits: number
        }
        Insert: {
          day?: string
          shop_id: string
          visits?: number
        }
        Update: {
          day?: string
          shop_id?: string
          visits?: number
        }
        Relationships: [
          {
            foreignKeyName: 'shop_visits_shop_id_fkey'
            columns: ['shop_id']
            isOneToOne: false
            referencedRelation: 'shops'
            referencedColumns: ['id']
          },
        ]
      }
      shop_voucher_terms: {
        Row: {
          created_at: string
          largest: number
          months: number
          shop_id: string
          smallest: number
          updated_at: string
        }
        Insert: {
          created_at?: string
          largest?: number
          months?: number
          shop_id: string
          smallest?: number
          updated_at?: string
        }
        Update: {
          created_at?: string
          largest?: number
          months?: number
          shop_id?: string
          smallest?: number
          updated_at?: string
        }
        Relationships: [
          {
            foreignKeyName: 'shop_voucher_terms_shop_id_fkey'
            columns: ['shop_id']
            isOneToOne: true
            referencedRelation: 'shops'
            referencedColumns: ['id']
          },
        ]
      }
      shops: {
        Row: {
          banner_image: string | null
          cancel_hours_before: number | null
          cancel_refund_percent: number | null
          category: string
          created_at: string
          delivery_radius_miles: number | null
          description: string
          hygiene_rating: string | null
          hygiene_verified_at: string | null
          id: string
          lat: number | null
          logo: string | null
          lon: number | null
          name: string
          rating: number | null
          review_count: number
          slug: string
          status: string
          town: string | null
          updated_at: string
          user_id: string | null
        }
        Insert: {
          banner_image?: string | null
          cancel_hours_before?: number | null
          cancel_refund_percent?: number | null
          category: string
          created_at?: string
          delivery_radius_miles?: number | null
          description: string
          hygiene_rating?: string | null
          hygiene_verified_at?: string | null
          id?: string
          lat?: number | null
          logo?: string | null
          lon?: number | null
          name: string
          rating?: number | null
          review_count?: number
          slug: string
          status?: string
          town?: string | null
          updated_at?: string
          user_id?: string | null
        }
        Update: {
          banner_image?: string | null
          cancel_hours_before?: number | null
          cancel_refund_percent?: number | null
          category?: string
          created_at?: string
          delivery_radius_miles?: number | null
          description?: string
          hygiene_rating?: string | null
          hygiene_verified_at?: string | null
          id?: string
          lat?: number | null
          logo?: string | null
          lon?: number | null
          name?: string
          rating?: number | null
          review_count?: number
          slug?: string
          status?: string
          town?: string | null
          updated_at?: string
          user_id?: string | null
        }
        Relationships: [
          {
            foreignKeyName: 'shops_user_id_fkey'
            columns: ['user_id']
            isOneToOne: true
            referencedRelation: 'people'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'shops_user_id_fkey'
            columns: ['user_id']
            isOneToOne: true
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
        ]
      }
      slot_waitlist_entries: {
        Row: {
          checked_at: string
          created_at: string
          drop_id: string | null
          end_time: string | null
          fulfilment: string
          id: string
          offered_until: string | null
          on_date: string
          product_ids: string[]
          quantities: number[]
          shop_id: string
          start_time: string | null
          user_id: string
        }
        Insert: {
          checked_at?: string
          created_at?: string
          drop_id?: string | null
          end_time?: string | null
          fulfilment: string
          id?: string
          offered_until?: string | null
          on_date: string
          product_ids: string[]
          quantities: number[]
          shop_id: string
          start_time?: string | null
          user_id: string
        }
        Update: {
          checked_at?: string
          created_at?: string
          drop_id?: string | null
          end_time?: string | null
          fulfilment?: string
          id?: string
          offered_until?: string | null
          on_date?: string
          product_ids?: string[]
          quantities?: number[]
          shop_id?: string
          start_time?: string | null
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: 'slot_waitlist_entries_drop_id_fkey'
            columns: ['drop_id']
            isOneToOne: false
            referencedRelation: 'drops'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'slot_waitlist_entries_shop_id_fkey'
            columns: ['shop_id']
            isOneToOne: false
            referencedRelation: 'shops'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'slot_waitlist_entries_user_id_fkey'
            columns: ['user_id']
            isOneToOne: false
            referencedRelation: 'people'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'slot_waitlist_entries_user_id_fkey'
            columns: ['user_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
        ]
      }
      subscription_days: {
        Row: {
          checkout_id: string | null
          created_at: string
          day: string
          outcome: string
          reason: string | null
          subscription_id: string
        }
        Insert: {
          checkout_id?: string | null
          created_at?: string
          day: string
          outcome: string
          reason?: string | null
          subscription_id: string
        }
        Update: {
          checkout_id?: string | null
          created_at?: string
          day?: string
          outcome?: string
          reason?: string | null
          subscription_id?: string
        }
        Relationships: [
          {
            foreignKeyName: 'subscription_days_checkout_id_fkey'
            columns: ['checkout_id']
            isOneToOne: false
            referencedRelation: 'checkouts'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'subscription_days_subscription_id_fkey'
            columns: ['subscription_id']
            isOneToOne: false
            referencedRelation: 'subscriptions'
            referencedColumns: ['id']
          },
        ]
      }
      subscriptions: {
        Row: {
          agreed_at: string
          allergens: NonNullable<Json>
          announced_at: string | null
          buyer_id: string
          choices: string | null
          created_at: string
          end_message: string | null
          end_time: string
          ended_at: string | null
          ended_by: string | null
          every_weeks: number
          id: string
          ingredients: string | null
          is_due: boolean
          line: NonNullable<Json>
          next_at: string
          next_on: string
          paused_until: string | null
          pays_by_card: boolean
          price: number
          product_id: string
          quantity: number
          shop_id: string
          start_time: string
          waiting_since: string | null
        }
        Insert: {
          agreed_at?: string
          allergens: NonNullable<Json>
          announced_at?: string | null
          buyer_id: string
          choices?: string | null
          created_at?: string
          end_message?: string | null
          end_time: string
          ended_at?: string | null
          ended_by?: string | null
          every_weeks: number
          id: string
          ingredients?: string | null
          is_due?: boolean
          line?: NonNullable<Json>
          next_at?: string
          next_on: string
          paused_until?: string | null
          pays_by_card?: boolean
          price: number
          product_id: string
          quantity: number
          shop_id: string
          start_time: string
          waiting_since?: string | null
        }
        Update: {
          agreed_at?: string
          allergens?: NonNullable<Json>
          announced_at?: string | null
          buyer_id?: string
          choices?: string | null
          created_at?: string
          end_message?: string | null
          end_time?: string
          ended_at?: string | null
          ended_by?: string | null
          every_weeks?: number
          id?: string
          ingredients?: string | null
          is_due?: boolean
          line?: NonNullable<Json>
          next_at?: string
          next_on?: string
          paused_until?: string | null
          pays_by_card?: boolean
          price?: number
          product_id?: string
          quantity?: number
          shop_id?: string
          start_time?: string
          waiting_since?: string | null
        }
        Relationships: [
          {
            foreignKeyName: 'subscriptions_buyer_id_fkey'
            columns: ['buyer_id']
            isOneToOne: false
            referencedRelation: 'people'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'subscriptions_buyer_id_fkey'
            columns: ['buyer_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'subscriptions_product_id_fkey'
            columns: ['product_id']
            isOneToOne: false
            referencedRelation: 'products'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'subscriptions_shop_id_fkey'
            columns: ['shop_id']
            isOneToOne: false
            referencedRelation: 'shops'
            referencedColumns: ['id']
          },
        ]
      }
      transfers: {
        Row: {
          amount: number
          attempts: number
          created_at: string
          id: string
          last_error: string | null
          may_need_reversal: boolean
          next_attempt_at: string
          order_id: string
          payment_id: string
          pending_reversal: number | null
          provider_transfer_id: string | null
          refusals: number
          reversals: number
          reversed_amount: number
          status: string
          updated_at: string
        }
        Insert: {
          amount: number
          attempts?: number
          created_at?: string
          id?: string
          last_error?: string | null
          may_need_reversal?: boolean
          next_attempt_at?: string
          order_id: string
          payment_id: string
          pending_reversal?: number | null
          provider_transfer_id?: string | null
          refusals?: number
          reversals?: number
          reversed_amount?: number
          status?: string
          updated_at?: string
        }
        Update: {
          amount?: number
          attempts?: number
          created_at?: string
          id?: string
          last_error?: string | null
          may_need_reversal?: boolean
          next_attempt_at?: string
          order_id?: string
          payment_id?: string
          pending_reversal?: number | null
          provider_transfer_id?: string | null
          refusals?: number
          reversals?: number
          reversed_amount?: number
          status?: string
          updated_at?: string
        }
        Relationships: [
          {
            foreignKeyName: 'transfers_order_id_fkey'
            columns: ['order_id']
            isOneToOne: false
            referencedRelation: 'orders'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'transfers_payment_id_fkey'
            columns: ['payment_id']
            isOneToOne: false
            referencedRelation: 'payments'
            referencedColumns: ['id']
          },
        ]
      }
      user_addresses: {
        Row: {
          address_line1: string
          address_line2: string | null
          city: string
          country: string
          created_at: string
          full_name: string
          id: string
          is_default: boolean
          lat: number | null
          lon: number | null
          phone: string | null
          postal_code: string
          updated_at: string
          user_id: string
        }
        Insert: {
          address_line1: string
          address_line2?: string | null
          city: string
          country?: string
          created_at?: string
          full_name: string
          id?: string
          is_default?: boolean
          lat?: number | null
          lon?: number | null
          phone?: string | null
          postal_code: string
          updated_at?: string
          user_id?: string
        }
        Update: {
          address_line1?: string
          address_line2?: string | null
          city?: string
          country?: string
          created_at?: string
          full_name?: string
          id?: string
          is_default?: boolean
          lat?: number | null
          lon?: number | null
          phone?: string | null
          postal_code?: string
          updated_at?: string
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: 'user_addresses_user_id_fkey'
            columns: ['user_id']
            isOneToOne: false
            referencedRelation: 'people'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'user_addresses_user_id_fkey'
            columns: ['user_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
        ]
      }
      waitlist_entries: {
        Row: {
          created_at: string
          drop_item_id: string | null
          offered: number
          offered_until: string | null
          product_id: string
          quantity: number
          user_id: string
        }
        Insert: {
          created_at?: string
          drop_item_id?: string | null
          offered?: number
          offered_until?: string | null
          product_id: string
          quantity: number
          user_id: string
        }
        Update: {
          created_at?: string
          drop_item_id?: string | null
          offered?: number
          offered_until?: string | null
          product_id?: string
          quantity?: number
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: 'waitlist_entries_drop_item_id_fkey'
            columns: ['drop_item_id']
            isOneToOne: false
            referencedRelation: 'drop_items'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'waitlist_entries_product_id_fkey'
            columns: ['product_id']
            isOneToOne: false
            referencedRelation: 'products'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'waitlist_entries_user_id_fkey'
            columns: ['user_id']
            isOneToOne: false
            referencedRelation: 'people'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'waitlist_entries_user_id_fkey'
            columns: ['user_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
        ]
      }
    }
    Views: {
      people: {
        Row: {
          avatar_url: string | null
          id: string | null
          name: string | null
        }
        Insert: {
          avatar_url?: string | null
          id?: string | null
          name?: string | null
        }
        Update: {
          avatar_url?: string | null
          id?: string | null
          name?: string | null
        }
        Relationships: []
      }
    }
    Functions: {
      accept_seller_terms: { Args: { version: string }; Returns: string }
      administrator_actions: {
        Args: { before_id?: number; page_size?: number }
        Returns: {
          action: string
          actor: string
          happened_at: string
          id: number
          reason: string
          row_id: string
          subject: string
          table_name: string
        }[]
      }
      advance_order: { Args: { is_early?: boolean; order_id: string; status: string }; Returns: Json }
      agree_to_subscription: { Args: { id: string; shown: Json }; Returns: undefined }
      announce: { Args: { product_id?: string; text: string; title: string }; Returns: string }
      answer_move: { Args: { accepted: boolean; move_id: string }; Returns: Json }
      answer_problem: {
        Args: { amount?: number; answer: string; problem_id: string; text: string }
        Returns: undefined
      }
      attach_payment_customer: { Args: { customer_id: string; id: string }; Returns: undefined }
      attach_payment_session: { Args: { payment_id: string; session_id: string; url: string }; Returns: Json }
      author_name: {
        Args: { '': Database['public']['Tables']['reviews']['Row'] }
        Returns: {
          error: true
        } & 'the function public.author_name with parameter or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache'
      }
      available_shop_slug: { Args: { wanted: string }; Returns: string }
      awaits_review: {
        Args: { '': Database['public']['Tables']['order_items']['Row'] }
        Returns: {
          error: true
        } & 'the function public.awaits_review with parameter or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache'
      }
      begin_balance_payment: {
        Args: { buyer_id: string; order_id: string; provider: string; route?: string }
        Returns: Json
      }
      begin_linked_payment: {
        Args: { fee_percent?: number; provider: string; route?: string; token: string }
        Returns: Json
      }
      begin_payment: {
        Args: {
          buyer_id: string
          charged_card?: string
          checkout_id: string
          fee_percent?: number
          provider: string
          route?: string
          saves_card?: boolean
        }
        Returns: Json
      }
      buy_voucher: { Args: { idempotency_key: string; voucher: Json }; Returns: Json }
      calendar_feed: { Args: Record<PropertyKey, never>; Returns: Json }
      can_escalate: {
        Args: { '': Database['public']['Tables']['order_problems']['Row'] }
        Returns: {
          error: true
        } & 'the function public.can_escalate with parameter or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache'
      }
      can_report_problem: {
        Args: { '': Database['public']['Tables']['orders']['Row'] }
        Returns: {
          error: true
        } & 'the function public.can_report_problem with parameter or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache'
      }
      cancel_checkout: { Args: { checkout_id: string }; Returns: undefined }
      cancel_for_unpaid_balance: { Args: { order_id: string }; Returns: Json }
      cancel_manual_order: { Args: { order_id: string }; Returns: undefined }
      cancel_order: { Args: { order_id: string; reason?: string; shown_refund?: number }; Returns: Json }
      cancel_subscription: { Args: { id: string }; Returns: undefined }
      cancellation_refund: { Args: { order_id: string }; Returns: Json }
      change_subscription: { Args: { change: Json; id: string }; Returns: undefined }
      check_discount_code: { Args: { code: string; shop_id: string }; Returns: Json }
      claim_emails: {
        Args: { batch_size?: number }
        Returns: {
          attempts: number
          data: Json
          email_id: string
          recipient: string
          request_id: string
          template: string
        }[]
      }
      claim_pending_refunds: {
        Args: { batch_size?: number }
        Returns: {
          provider: string
          provider_payment_id: string
          refund_id: string
        }[]
      }
      claim_picture_imports: {
        Args: { batch_size?: number; busy_owners?: string[] }
        Returns: {
          address: string
          attempts: number
          bucket: string
          has_room: boolean
          id: string
          owner_id: string
        }[]
      }
      claim_provider_removals: {
        Args: { batch_size?: number; provider: string }
        Returns: {
          kind: string
          provider_id: string
          removal_id: string
        }[]
      }
      claim_pushes: {
        Args: { batch_size?: number; busy_members?: string[] }
        Returns: {
          attempts: number
          auth: string
          endpoint: string
          kind: string
          link: string
          member_id: string
          message: string
          notification_id: string
          p256dh: string
          push_id: string
          title: string
        }[]
      }
      claim_refunds: {
        Args: { batch_size?: number }
        Returns: {
          amount: number
          attempts: number
          checkout_id: string
          has_fee: boolean
          order_id: string
          provider: string
          provider_payment_id: string
          reason: string
          refund_id: string
          refusals: number
          route: string
          session_id: string
        }[]
      }
      claim_reversals: {
        Args: { batch_size?: number }
        Returns: {
          amount: number
          number: number
          order_id: string
          provider: string
          provider_transfer_id: string
          refusals: number
          transfer_id: string
        }[]
      }
      claim_stale_sessions: {
        Args: { batch_size?: number; provider: string }
        Returns: {
          payment_id: string
          session_id: string
        }[]
      }
      claim_subscription_charges: {
        Args: { batch_size?: number }
        Returns: {
          attempts: number
          buyer_id: string
          checkout_id: string
          email: string
        }[]
      }
      claim_transfers: {
        Args: { batch_size?: number }
        Returns: {
          account_id: string
          amount: number
          attempts: number
          checkout_id: string
          order_id: string
          provider: string
          provider_payment_id: string
          refusals: number
          transfer_id: string
        }[]
      }
      close_problem: { Args: { problem_id: string }; Returns: undefined }
      coming_subscriptions: {
        Args: { days?: number; from_day: string }
        Returns: {
          choices: string
          day: string
          product: string
          product_id: string
          quantity: number
          subscribers: number
        }[]
      }
      count_picture_fetch: { Args: Record<PropertyKey, never>; Returns: undefined }
      create_calendar_feed: { Args: Record<PropertyKey, never>; Returns: string }
      create_recovery_codes: { Args: Record<PropertyKey, never>; Returns: string[] }
      day_limits_reached: {
        Args: { day: string; product_id: string }
        Returns: {
          subject: string
        }[]
      }
      decide_problem: {
        Args: { amount?: number; decision: string; problem_id: string; text: string }
        Returns: undefined
      }
      delete_account: { Args: Record<PropertyKey, never>; Returns: undefined }
      discount_code_figures: {
        Args: Record<PropertyKey, never>
        Returns: {
          code_id: string
          given: number
          sales: number
          uses: number
        }[]
      }
      duplicate_drop: { Args: { drop_id: string }; Returns: string }
      duplicate_product: { Args: { product_id: string }; Returns: string }
      earliest_days: {
        Args: { product_ids: string[] }
        Returns: {
          delivery_day: string
          pickup_day: string
          product_id: string
        }[]
      }
      end_subscription: { Args: { id: string; message?: string }; Returns: undefined }
      enter_drop: { Args: { again?: boolean; drop_id: string }; Returns: Json }
      escalate_problem: { Args: { appeal: string; problem_id: string }; Returns: undefined }
      expire_checkouts: { Args: { batch_size?: number }; Returns: number }
      fail_picture_import: { Args: { import_id: string; is_final: boolean; reason: string }; Returns: undefined }
      fail_refund_attempt: {
        Args: { error: string; is_final?: boolean; is_refused?: boolean; refund_id: string }
        Returns: undefined
      }
      failed_work: { Args: Record<PropertyKey, never>; Returns: Json }
      find_for_support: { Args: { query: string }; Returns: Json }
      finish_picture_import: { Args: { import_id: string; path: string }; Returns: boolean }
      finish_provider_removal: { Args: { removal_id: string }; Returns: undefined }
      finish_subscription_charge: { Args: { checkout_id: string; outcome: string }; Returns: undefined }
      follower_counts: {
        Args: Record<PropertyKey, never>
        Returns: {
          by_email: number
          followers: number
        }[]
      }
      hand_over_slots: {
        Args: { days?: number; from_date?: string; fulfilment: string; product_ids: string[]; shop_id: string }
        Returns: {
          date: string
          end_time: string
          is_posted: boolean
          reason: string
          remaining: number
          start_time: string
        }[]
      }
      held_stock: {
        Args: Record<PropertyKey, never>
        Returns: {
          product_id: string
          quantity: number
          until: string
        }[]
      }
      hours_on: {
        Args: { on_date: string; product_ids: string[] }
        Returns: {
          end_time: string
          fulfilment: string
          is_posted: boolean
          product_id: string
          start_time: string
        }[]
      }
      import_products: { Args: { products: Json }; Returns: Json }
      is_administrator: { Args: Record<PropertyKey, never>; Returns: boolean }
      join_slot_waitlist: { Args: { order: Json }; Returns: undefined }
      join_waitlist: { Args: { product_id: string; quantity?: number }; Returns: undefined }
      leave_slot_waitlist: { Args: { entry_id: string }; Returns: undefined }
      leave_waitlist: { Args: { product_id: string }; Returns: undefined }
      linked_checkout: { Args: { token: string }; Returns: Json }
      market_figures: { Args: Record<PropertyKey, never>; Returns: Json }
      member_for_support: { Args: { member_id: string }; Returns: Json }
      missing_jobs: { Args: Record<PropertyKey, never>; Returns: string[] }
      moderate: { Args: { action: string; reason?: string; subject: string; subject_id: string }; Returns: undefined }
      moderation_queue: {
        Args: { page?: number; page_size?: number; wanted_state?: string; wanted_subject?: string }
        Returns: Json
      }
      move_slots: {
        Args: { days?: number; from_date?: string; order_id: string }
        Returns: {
          date: string
          end_time: string
          is_posted: boolean
          remaining: number
          start_time: string
        }[]
      }
      my_conversations: {
        Args: { before?: string; before_id?: string; only_room?: string; page_size?: number }
        Returns: {
          allergen_answers: Json
          brief: Json
          brief_version: number
          buyer_id: string
          enquiry: string
          id: string
          is_paid: boolean
          last_at: string
          last_content: string
          last_has_picture: boolean
          last_sender_id: string
          last_type: string
          other_avatar: string
          other_name: string
          price_quote: number
          product_id: string
          product_image: string
          product_name: string
          quote_balance_due_on: string
          quote_declaration: Json
          quote_deposit: number
          quote_expires_at: string
          quote_lines: Json
          quote_note: string
          quote_version: number
          quoted_food: Json
          seller_id: string
          unread: number
          updated_at: string
          wanted_on: string
        }[]
      }
      my_subscriptions: { Args: Record<PropertyKey, never>; Returns: Json[] }
      needs_second_factor: { Args: Record<PropertyKey, never>; Returns: boolean }
      open_enquiry_room: { Args: { message_id: string }; Returns: string }
      open_order_room: { Args: { order_id: string }; Returns: string }
      open_payment_customer: { Args: { member_id: string; provider: string }; Returns: Json }
      open_payment_links: { Args: Record<PropertyKey, never>; Returns: Json[] }
      orphaned_pictures: {
        Args: { batch_size?: number }
        Returns: {
          bucket: string
          path: string
        }[]
      }
      own_pictures: {
        Args: { after_bucket?: string; after_path?: string; page_size?: number }
        Returns: {
          bucket: string
          path: string
        }[]
      }
      own_recovery_codes: {
        Args: Record<PropertyKey, never>
        Returns: {
          created_at: string
          unused: number
        }[]
      }
      own_sessions: {
        Args: Record<PropertyKey, never>
        Returns: {
          browser: string
          network_address: string
          renewed_at: string
          signed_in_at: string
        }[]
      }
      own_suspension: {
        Args: Record<PropertyKey, never>
        Returns: {
          reason: string
          suspended_at: string
        }[]
      }
      pause_subscription: { Args: { id: string; until: string }; Returns: undefined }
      pay_subscription_by_card: { Args: { id: string; pays_by_card: boolean }; Returns: undefined }
      payment_details: { Args: { checkout_id: string; fee_percent?: number }; Returns: Json }
      payment_link: { Args: { token: string }; Returns: Json }
      place_manual_order: { Args: { idempotency_key: string; order: Json }; Returns: Json }
      place_order: { Args: { idempotency_key: string; order: Json }; Returns: Json }
      prep_sheet: { Args: { day: string; days?: number }; Returns: Json }
      preview_order: { Args: { order: Json }; Returns: Json }
      problem_queue: { Args: { page?: number; page_size?: number }; Returns: Json }
      propose_move: { Args: { note?: string; order_id: string; slot: Json }; Returns: Json }
      quote_slots: {
        Args: { chat_room_id: string }
        Returns: {
          date: string
          end_time: string
          remaining: number
          start_time: string
        }[]
      }
      read_calendar_feed: { Args: { token: string }; Returns: Json }
      record_dispute: {
        Args: {
          amount: number
          event_id: string
          happened_at: string
          provider: string
          provider_dispute_id: string
          provider_payment_id: string
          reason: string
          status: string
        }
        Returns: Json
      }
      record_email: { Args: { attempt: number; email_id: string; error?: string }; Returns: undefined }
      record_payment: {
        Args: {
          amount?: number
          currency?: string
          event_id: string
          failure?: string
          outcome: string
          payment_id?: string
          provider: string
          provider_payment_id?: string
          session_id?: string
        }
        Returns: Json
      }
      record_product_view: { Args: { is_visit?: boolean; product_id: string }; Returns: undefined }
      record_push: {
        Args: { attempt: number; error?: string; outcome: string; push_id: string; wait_seconds?: number }
        Returns: undefined
      }
      record_refund: {
        Args: {
          amount?: number
          error?: string
          event_id: string
          provider: string
          provider_payment_id?: string
          provider_refund_id: string
          refund_id?: string
          status: string
        }
        Returns: Json
      }
      record_removed_customer: { Args: { customer_id: string; provider: string }; Returns: undefined }
      record_reversal: {
        Args: { error?: string; is_refused?: boolean; number: number; transfer_id: string }
        Returns: undefined
      }
      record_saved_card: {
        Args: {
          brand?: string
          customer_id?: string
          exp_month?: number
          exp_year?: number
          last4?: string
          method_id: string
          provider: string
        }
        Returns: Json
      }
      record_shop_visit: { Args: { shop_id: string }; Returns: undefined }
      record_transfer: {
        Args: { error?: string; is_refused?: boolean; provider_transfer_id?: string; transfer_id: string }
        Returns: undefined
      }
      refund_order: {
        Args: { amount: number; idempotency_key: string; order_id: string; reason: string }
        Returns: Json
      }
      refund_voucher: { Args: { voucher_id: string }; Returns: Json }
      reply_to_review: { Args: { reply: string; review_id: string }; Returns: undefined }
      report_problem: {
        Args: { details: string; kind: string; order_id: string; pictures?: string[]; wanted: string }
        Returns: string
      }
      reported_conversation: { Args: { room_id: string }; Returns: Json }
      restore_member: { Args: { member_id: string; reason?: string; with_shop?: boolean }; Returns: undefined }
      resume_subscription: { Args: { id: string }; Returns: undefined }
      retry_work: { Args: { id?: string; kind: string }; Returns: string }
      review_stars: {
        Args: { of_product?: string; of_shop?: string }
        Returns: {
          rating: number
          reviews: number
        }[]
      }
      revoke_calendar_feed: { Args: Record<PropertyKey, never>; Returns: undefined }
      room_block: { Args: { room_id: string }; Returns: Json }
      run_subscriptions: { Args: { batch_size?: number }; Returns: undefined }
      sales_ledger: {
        Args: {
          after_id?: string
          after_paid_at?: string
          from_day?: string
          only_status?: string
          page_size?: number
          to_day?: string
        }
        Returns: {
          buyer_name: string
          by_voucher: number
          delivery_address: Json
          delivery_fee: number
          due_at: string
          fee: number
          fulfilment: string
          items: Json
          net: number
          note: string
          number: string
          order_id: string
          outstanding: number
          paid_at: string
          refunded_amount: number
          status: string
          subtotal: number
          tip: number
          total_amount: number
        }[]
      }
      sales_sums: {
        Args: { from_day?: string; only_status?: string; to_day?: string }
        Returns: {
          by_voucher: number
          delivery_fee: number
          fee: number
          net: number
          orders: number
          outstanding: number
          refunded_amount: number
          subtotal: number
          tip: number
          total_amount: number
        }[]
      }
      save_drop: { Args: { drop: Json }; Returns: string }
      save_prices_and_stock: { Args: { changes: Json }; Returns: Json }
      save_product: { Args: { expected_updated_at?: string; product: Json }; Returns: Json }
      save_push_subscription: { Args: { auth: string; endpoint: string; p256dh: string }; Returns: undefined }
      save_recipe: { Args: { recipe: Json }; Returns: undefined }
      search_products: {
        Args: {
          after?: string
          available_on?: string
          avoid?: string[]
          category?: string
          diets?: string[]
          fulfilment?: string
          lat?: number
          lon?: number
          max_price?: number
          min_price?: number
          min_rating?: number
          occasion?: string
          page_size?: number
          part_of_day?: string
          q?: string
          radius_miles?: number
          shop?: string
          sort?: string
          without?: string[]
        }
        Returns: Json
      }
      search_shops: {
        Args: {
          available_on?: string
          avoid?: string[]
          category?: string
          diets?: string[]
          fulfilment?: string
          lat?: number
          lon?: number
          max_price?: number
          min_price?: number
          min_rating?: number
          occasion?: string
          part_of_day?: string
          q?: string
          radius_miles?: number
          without?: string[]
        }
        Returns: Json
      }
      seller_analytics: { Args: { bucket?: string; from_date?: string; to_date?: string }; Returns: Json }
      seller_calendar: { Args: { days?: number; from_day: string }; Returns: Json }
      seller_inbox: {
        Args: { after?: string; day?: string; only_status?: string; page_size?: number; search?: string }
        Returns: Json
      }
      seller_money: { Args: Record<PropertyKey, never>; Returns: Json }
      seller_overview: { Args: Record<PropertyKey, never>; Returns: Json }
      seller_transfers: { Args: { before_id?: string; before_paid_at?: string; page_size?: number }; Returns: Json }
      seller_vouchers: { Args: { before_id?: string; before_paid_at?: string; page_size?: number }; Returns: Json }
      send_quote: {
        Args: { brief_version: number; quote_version: number; room_id: string; terms: Json }
        Returns: number
      }
      set_payment_account: {
        Args: {
          account_id: string
          charges_enabled?: boolean
          details_submitted?: boolean
          payouts_enabled?: boolean
          provider: string
          shop_id: string
        }
        Returns: undefined
      }
      set_room_presence: { Args: { present?: boolean; room_id: string }; Returns: undefined }
      shop_customer: { Args: { member_id: string }; Returns: Json }
      shop_customers: {
        Args: { after?: string; page_size?: number; search?: string; sort?: string; tag?: string }
        Returns: Json
      }
      shop_subscriptions: { Args: Record<PropertyKey, never>; Returns: Json[] }
      signed_in_recently: { Args: Record<PropertyKey, never>; Returns: boolean }
      skip_subscription: { Args: { day: string; id: string }; Returns: undefined }
      slot_waitlist_counts: {
        Args: Record<PropertyKey, never>
        Returns: {
          drop_id: string
          end_time: string
          fulfilment: string
          held: number
          on_date: string
          start_time: string
          waiting: number
        }[]
      }
      subscribe: { Args: { subscription: Json }; Returns: string }
      subscription_windows: {
        Args: { product_id: string }
        Returns: {
          end_time: string
          first_on: string
          order_at: string
          pay_until: string
          start_time: string
          weekday: number
        }[]
      }
      suggest_products: {
        Args: {
          avoid?: string[]
          diets?: string[]
          lat?: number
          lon?: number
          q?: string
          radius_miles?: number
          without?: string[]
        }
        Returns: Json
      }
      suspend_member: { Args: { member_id: string; reason: string; with_shop?: boolean }; Returns: undefined }
      undo_order_step: { Args: { order_id: string }; Returns: Json }
      unsubscribe: { Args: { confirm?: boolean; token: string }; Returns: Json }
      unused_pictures: { Args: { pictures: string[] }; Returns: string[] }
      use_recovery_code: { Args: { code: string }; Returns: boolean }
      verify_hygiene_rating: { Args: { rating: string; shop_id: string }; Returns: undefined }
      voucher_balance: { Args: { code: string }; Returns: Json }
      voucher_code: { Args: { voucher_id: string }; Returns: string }
      waitlist_counts: {
        Args: Record<PropertyKey, never>
        Returns: {
          drop_item_id: string
          held: number
          product_id: string
          waiting: number
        }[]
      }
      waive_balance: { Args: { order_id: string }; Returns: Json }
      withdraw_announcement: { Args: { announcement_id: string }; Returns: undefined }
      withdraw_move: { Args: { move_id: string }; Returns: undefined }
      write_review: {
        Args: { order_item_id: string; picture?: string; rating: number; text?: string }
        Returns: string
      }
    }
    Enums: {
      order_status: 'pending payment' | 'processing' | 'shipped' | 'ready' | 'delivered' | 'cancelled'
    }
    CompositeTypes: {
      [_ in never]: never
    }
  }
}

type DatabaseWithoutInternals = Omit<Database, '__InternalSupabase'>

type DefaultSchema = DatabaseWithoutInternals[Extract<keyof Database, 'public'>]

export type Tables<
  DefaultSchemaTableNameOrOptions extends
    | keyof (DefaultSchema['Tables'] & DefaultSchema['Views'])
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof (DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Tables'] &
        DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Views'])
    : never = never,
> = DefaultSchemaTableNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? (DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Tables'] &
      DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Views'])[TableName] extends {
      Row: infer R
    }
    ? R
    : never
  : DefaultSchemaTableNameOrOptions extends keyof (DefaultSchema['Tables'] & DefaultSchema['Views'])
    ? (DefaultSchema['Tables'] & DefaultSchema['Views'])[DefaultSchemaTableNameOrOptions] extends {
        Row: infer R
      }
      ? R
      : never
    : never

export type TablesInsert<
  DefaultSchemaTableNameOrOptions extends keyof DefaultSchema['Tables'] | { schema: keyof DatabaseWithoutInternals },
  TableName extends DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Tables']
    : never = never,
> = DefaultSchemaTableNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Tables'][TableName] extends {
      Insert: infer I
    }
    ? I
    : never
  : DefaultSchemaTableNameOrOptions extends keyof DefaultSchema['Tables']
    ? DefaultSchema['Tables'][DefaultSchemaTableNameOrOptions] extends {
        Insert: infer I
      }
      ? I
      : never
    : never

export type TablesUpdate<
  DefaultSchemaTableNameOrOptions extends keyof DefaultSchema['Tables'] | { schema: keyof DatabaseWithoutInternals },
  TableName extends DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Tables']
    : never = never,
> = DefaultSchemaTableNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Tables'][TableName] extends {
      Update: infer U
    }
    ? U
    : never
  : DefaultSchemaTableNameOrOptions extends keyof DefaultSchema['Tables']
    ? DefaultSchema['Tables'][DefaultSchemaTableNameOrOptions] extends {
        Update: infer U
      }
      ? U
      : never
    : never

export type Enums<
  DefaultSchemaEnumNameOrOptions extends keyof DefaultSchema['Enums'] | { schema: keyof DatabaseWithoutInternals },
  EnumName extends DefaultSchemaEnumNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaEnumNameOrOptions['schema']]['Enums']
    : never = never,
> = DefaultSchemaEnumNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[DefaultSchemaEnumNameOrOptions['schema']]['Enums'][EnumName]
  : DefaultSchemaEnumNameOrOptions extends keyof DefaultSchema['Enums']
    ? DefaultSchema['Enums'][DefaultSchemaEnumNameOrOptions]
    : never

export type CompositeTypes<
  PublicCompositeTypeNameOrOptions extends
    | keyof DefaultSchema['CompositeTypes']
    | { schema: keyof DatabaseWithoutInternals },
  CompositeTypeName extends PublicCompositeTypeNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[PublicCompositeTypeNameOrOptions['schema']]['CompositeTypes']
    : never = never,
> = PublicCompositeTypeNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[PublicCompositeTypeNameOrOptions['schema']]['CompositeTypes'][CompositeTypeName]
  : PublicCompositeTypeNameOrOptions extends keyof DefaultSchema['CompositeTypes']
    ? DefaultSchema['CompositeTypes'][PublicCompositeTypeNameOrOptions]
    : never

export const Constants = {
  public: {
    Enums: {
      order_status: ['pending payment', 'processing', 'shipped', 'ready', 'delivered', 'cancelled'],
    },
  },
} as const
