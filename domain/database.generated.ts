// Made by `npm run types`; do not edit.

export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[]

export type Database = {
  public: {
    Tables: {
      audit_log: {
        Row: {
          action: string
          actor_id: string | null
          actor_role: string | null
          changes: NonNullable<Json>
          happened_at: string
          id: number
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
          brief: Json | null
          brief_version: number
          buyer_id: string
          contact_message_id: string | null
          created_at: string
          id: string
          is_paid: boolean
          price_quote: number | null
          product_id: string | null
          quote_expires_at: string | null
          seller_id: string
          updated_at: string
          wanted_on: string | null
        }
        Insert: {
          brief?: Json | null
          brief_version?: number
          buyer_id?: string
          contact_message_id?: string | null
          created_at?: string
          id?: string
          is_paid?: boolean
          price_quote?: number | null
          product_id?: string | null
          quote_expires_at?: string | null
          seller_id: string
          updated_at?: string
          wanted_on?: string | null
        }
        Update: {
          brief?: Json | null
          brief_version?: number
          buyer_id?: string
          contact_message_id?: string | null
          created_at?: string
          id?: string
          is_paid?: boolean
          price_quote?: number | null
          product_id?: string | null
          quote_expires_at?: string | null
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
          total: number
        }
        Insert: {
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
          total?: never
        }
        Update: {
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
          total?: never
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
      notification_preferences: {
        Row: {
          email_notifications: boolean
          order_updates: boolean
          promotional_emails: boolean
          updated_at: string
          user_id: string
        }
        Insert: {
          email_notifications?: boolean
          order_updates?: boolean
          promotional_emails?: boolean
          updated_at?: string
          user_id?: string
        }
        Update: {
          email_notifications?: boolean
          order_updates?: boolean
          promotional_emails?: boolean
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
      order_items: {
        Row: {
          allergens: Json | null
          created_at: string
          custom_request_details: string | null
          id: string
          image: string | null
          ingredients: string | null
          name: string
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
          id?: string
          image?: string | null
          ingredients?: string | null
          name: string
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
          id?: string
          image?: string | null
          ingredients?: string | null
          name?: string
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
      orders: {
        Row: {
          agreed_on: string | null
          brief: Json | null
          buyer_id: string | null
          buyer_name: string | null
          buyer_search: string | null
          cancel_reason: string | null
          cancellable_until: string | null
          cancelled_at: string | null
          chat_room_id: string | null
          checkout_id: string | null
          created_at: string
          delivery_address: Json | null
          delivery_deduction: number
          delivery_fee: number
          due_at: string | null
          fulfilment: string
          id: string
          note: string | null
          paid_at: string | null
          paid_on: string | null
          pickup_area: Json | null
          pickup_date: string | null
          pickup_end: string | null
          pickup_start: string | null
          refunded_amount: number
          shop_id: string | null
          shop_name: string
          status: Database['public']['Enums']['order_status']
          subtotal: number
          total_amount: number
          updated_at: string
        }
        Insert: {
          agreed_on?: string | null
          brief?: Json | null
          buyer_id?: string | null
          buyer_name?: string | null
          buyer_search?: never
          cancel_reason?: string | null
          cancellable_until?: never
          cancelled_at?: string | null
          chat_room_id?: string | null
          checkout_id?: string | null
          created_at?: string
          delivery_address?: Json | null
          delivery_deduction?: number
          delivery_fee?: number
          due_at?: string | null
          fulfilment?: string
          id?: string
          note?: string | null
          paid_at?: string | null
          paid_on?: never
          pickup_area?: Json | null
          pickup_date?: string | null
          pickup_end?: string | null
          pickup_start?: string | null
          refunded_amount?: number
          shop_id?: string | null
          shop_name: string
          status?: Database['public']['Enums']['order_status']
          subtotal: number
          total_amount?: never
          updated_at?: string
        }
        Update: {
          agreed_on?: string | null
          brief?: Json | null
          buyer_id?: string | null
          buyer_name?: string | null
          buyer_search?: never
          cancel_reason?: string | null
          cancellable_until?: never
          cancelled_at?: string | null
          chat_room_id?: string | null
          checkout_id?: string | null
          created_at?: string
          delivery_address?: Json | null
          delivery_deduction?: number
          delivery_fee?: number
          due_at?: string | null
          fulfilment?: string
          id?: string
          note?: string | null
          paid_at?: string | null
          paid_on?: never
          pickup_area?: Json | null
          pickup_date?: string | null
          pickup_end?: string | null
          pickup_start?: string | null
          refunded_amount?: number
          shop_id?: string | null
          shop_name?: string
          status?: Database['public']['Enums']['order_status']
          subtotal?: number
          total_amount?: never
          updated_at?: string
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
          created_at: string
          data: NonNullable<Json>
          dedupe_key: string | null
          id: string
          is_order_update: boolean
          last_error: string | null
          recipient: string
          send_after: string
          sent_at: string | null
          status: string
          template: string
          user_id: string | null
        }
        Insert: {
          attempts?: number
          created_at?: string
          data?: NonNullable<Json>
          dedupe_key?: string | null
          id?: string
          is_order_update?: boolean
          last_error?: string | null
          recipient: string
          send_after?: string
          sent_at?: string | null
          status?: string
          template: string
          user_id?: string | null
        }
        Update: {
          attempts?: number
          created_at?: string
          data?: NonNullable<Json>
          dedupe_key?: string | null
          id?: string
          is_order_update?: boolean
          last_error?: string | null
          recipient?: string
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
          check_count: number
          checkout_id: string
          created_at: string
          currency: string
          failure: string | null
          fee_percent: number
          id: string
          is_returned: boolean
          next_check_at: string
          payment_id: string | null
          provider: string
          route: string
          session_id: string | null
          status: string
          updated_at: string
          url: string | null
        }
        Insert: {
          amount: number
          application_fee?: number
          captured_at?: string | null
          check_count?: number
          checkout_id: string
          created_at?: string
          currency?: string
          failure?: string | null
          fee_percent?: number
          id?: string
          is_returned?: boolean
          next_check_at?: string
          payment_id?: string | null
          provider: string
          route?: string
          session_id?: string | null
          status?: string
          updated_at?: string
          url?: string | null
        }
        Update: {
          amount?: number
          application_fee?: number
          captured_at?: string | null
          check_count?: number
          checkout_id?: string
          created_at?: string
          currency?: string
          failure?: string | null
          fee_percent?: number
          id?: string
          is_returned?: boolean
          next_check_at?: string
          payment_id?: string | null
          provider?: string
          route?: string
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
      product_pickup_schedules: {
        Row: {
          created_at: string
          day_of_week: number
          end_time: string
          id: string
          max_orders: number | null
          product_id: string
          start_time: string
        }
        Insert: {
          created_at?: string
          day_of_week: number
          end_time: string
          id?: string
          max_orders?: number | null
          product_id: string
          start_time: string
        }
        Update: {
          created_at?: string
          day_of_week?: number
          end_time?: string
          id?: string
          max_orders?: number | null
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
      product_variations: {
        Row: {
          created_at: string
          id: string
          name: string
          position: number
          price_delta: number
          product_id: string
        }
        Insert: {
          created_at?: string
          id?: string
          name: string
          position?: number
          price_delta?: number
          product_id: string
        }
        Update: {
          created_at?: string
          id?: string
          name?: string
          position?: number
          price_delta?: number
          product_id?: string
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
          allergens: Json | null
          allergens_declared: boolean
          available_for_delivery: boolean
          available_for_pickup: boolean
          category: string | null
          created_at: string
          description: string | null
          id: string
          image: string | null
          ingredients: string | null
          is_bestseller: boolean
          is_listed: boolean
          lead_time_days: number
          max_price: number | null
          min_price: number | null
          name: string
          price: number
          product_type: string
          rating: number | null
          requires_consultation: boolean
          review_count: number
          shop_id: string
          status: string
          stock: number
          takedown_reason: string | null
          taken_down_at: string | null
          updated_at: string
        }
        Insert: {
          allergens?: Json | null
          allergens_declared?: never
          available_for_delivery?: boolean
          available_for_pickup?: boolean
          category?: string | null
          created_at?: string
          description?: string | null
          id?: string
          image?: string | null
          ingredients?: string | null
          is_bestseller?: boolean
          is_listed?: boolean
          lead_time_days?: number
          max_price?: number | null
          min_price?: number | null
          name: string
          price?: number
          product_type?: string
          rating?: number | null
          requires_consultation?: boolean
          review_count?: number
          shop_id: string
          status?: string
          stock?: number
          takedown_reason?: string | null
          taken_down_at?: string | null
          updated_at?: string
        }
        Update: {
          allergens?: Json | null
          allergens_declared?: never
          available_for_delivery?: boolean
          available_for_pickup?: boolean
          category?: string | null
          created_at?: string
          description?: string | null
          id?: string
          image?: string | null
          ingredients?: string | null
          is_bestseller?: boolean
          is_listed?: boolean
          lead_time_days?: number
          max_price?: number | null
          min_price?: number | null
          name?: string
          price?: number
          product_type?: string
          rating?: number | null
          requires_consultation?: boolean
          review_count?: number
          shop_id?: string
          status?: string
          stock?: number
          takedown_reason?: string | null
          taken_down_at?: string | null
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
          allergens_to_avoid: string[]
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
          allergens_to_avoid?: string[]
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
          allergens_to_avoid?: string[]
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
          status: string
          updated_at: string
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
          status?: string
          updated_at?: string
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
          status?: string
          updated_at?: string
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
        ]
      }
      reports: {
        Row: {
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
          id: string
          max_orders: number | null
          shop_id: string
          start_time: string
        }
        Insert: {
          created_at?: string
          day_of_week: number
          end_time: string
          id?: string
          max_orders?: number | null
          shop_id: string
          start_time: string
        }
        Update: {
          created_at?: string
          day_of_week?: number
          end_time?: string
          id?: string
          max_orders?: number | null
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
          shop_id: string
          suspension_reason: string | null
          terms_accepted_at: string | null
          terms_version: string | null
          updated_at: string
        }
        Insert: {
          created_at?: string
          food_registration?: string | null
          shop_id: string
          suspension_reason?: string | null
          terms_accepted_at?: string | null
          terms_version?: string | null
          updated_at?: string
        }
        Update: {
          created_at?: string
          food_registration?: string | null
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
      shops: {
        Row: {
          banner_image: string | null
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
      advance_order: { Args: { order_id: string; status: string }; Returns: Json }
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
      begin_payment: {
        Args: { buyer_id: string; checkout_id: string; fee_percent?: number; provider: string; route?: string }
        Returns: Json
      }
      cancel_checkout: { Args: { checkout_id: string }; Returns: undefined }
      cancel_order: { Args: { order_id: string; reason?: string }; Returns: Json }
      cancellation_refund: { Args: { order_id: string }; Returns: Json }
      claim_emails: {
        Args: { batch_size?: number }
        Returns: {
          attempts: number
          data: Json
          email_id: string
          recipient: string
          template: string
        }[]
      }
      claim_picture_imports: {
        Args: { batch_size?: number }
        Returns: {
          address: string
          attempts: number
          bucket: string
          id: string
          owner_id: string
        }[]
      }
      claim_refunds: {
        Args: { batch_size?: number }
        Returns: {
          amount: number
          attempts: number
          checkout_id: string
          order_id: string
          provider: string
          provider_payment_id: string
          reason: string
          refund_id: string
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
          transfer_id: string
        }[]
      }
      count_picture_fetch: { Args: Record<PropertyKey, never>; Returns: undefined }
      create_recovery_codes: { Args: Record<PropertyKey, never>; Returns: string[] }
      delete_account: { Args: Record<PropertyKey, never>; Returns: undefined }
      duplicate_product: { Args: { product_id: string }; Returns: string }
      expire_checkouts: { Args: { batch_size?: number }; Returns: number }
      fail_picture_import: { Args: { import_id: string; is_final: boolean; reason: string }; Returns: undefined }
      fail_refund_attempt: { Args: { error: string; is_final?: boolean; refund_id: string }; Returns: undefined }
      finish_picture_import: { Args: { import_id: string; path: string }; Returns: undefined }
      held_stock: {
        Args: Record<PropertyKey, never>
        Returns: {
          product_id: string
          quantity: number
          until: string
        }[]
      }
      import_products: { Args: { products: Json }; Returns: Json }
      is_administrator: { Args: Record<PropertyKey, never>; Returns: boolean }
      missing_jobs: { Args: Record<PropertyKey, never>; Returns: string[] }
      moderate: { Args: { action: string; reason?: string; subject: string; subject_id: string }; Returns: undefined }
      moderation_queue: {
        Args: { page?: number; page_size?: number; wanted_state?: string; wanted_subject?: string }
        Returns: Json
      }
      my_conversations: {
        Args: { before?: string; before_id?: string; only_room?: string; page_size?: number }
        Returns: {
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
          quote_expires_at: string
          seller_id: string
          unread: number
          updated_at: string
          wanted_on: string
        }[]
      }
      needs_second_factor: { Args: Record<PropertyKey, never>; Returns: boolean }
      open_enquiry_room: { Args: { message_id: string }; Returns: string }
      open_order_room: { Args: { order_id: string }; Returns: string }
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
      payment_details: { Args: { checkout_id: string; fee_percent?: number }; Returns: Json }
      pickup_slots: {
        Args: { days?: number; from_date?: string; product_ids: string[]; shop_id: string }
        Returns: {
          date: string
          end_time: string
          remaining: number
          start_time: string
        }[]
      }
      place_order: { Args: { idempotency_key: string; order: Json }; Returns: Json }
      prep_sheet: { Args: { day: string }; Returns: Json }
      quote_slots: {
        Args: { chat_room_id: string }
        Returns: {
          date: string
          end_time: string
          remaining: number
          start_time: string
        }[]
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
      record_product_view: { Args: { product_id: string }; Returns: undefined }
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
      record_reversal: { Args: { error?: string; number: number; transfer_id: string }; Returns: undefined }
      record_transfer: {
        Args: { error?: string; provider_transfer_id?: string; transfer_id: string }
        Returns: undefined
      }
      refund_order: {
        Args: { amount: number; idempotency_key: string; order_id: string; reason: string }
        Returns: Json
      }
      reply_to_review: { Args: { reply: string; review_id: string }; Returns: undefined }
      reported_conversation: { Args: { room_id: string }; Returns: Json }
      review_stars: {
        Args: { of_product?: string; of_shop?: string }
        Returns: {
          rating: number
          reviews: number
        }[]
      }
      room_block: { Args: { room_id: string }; Returns: Json }
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
          delivery_fee: number
          due_at: string
          fee: number
          fulfilment: string
          items: Json
          net: number
          order_id: string
          paid_at: string
          refunded_amount: number
          status: string
          subtotal: number
          total_amount: number
        }[]
      }
      sales_sums: {
        Args: { from_day?: string; only_status?: string; to_day?: string }
        Returns: {
          delivery_fee: number
          fee: number
          net: number
          orders: number
          refunded_amount: number
          subtotal: number
          total_amount: number
        }[]
      }
      save_prices_and_stock: { Args: { changes: Json }; Returns: Json }
      save_product: { Args: { expected_updated_at?: string; product: Json }; Returns: Json }
      search_products: {
        Args: {
          after?: string
          available_on?: string
          avoid?: string[]
          category?: string
          fulfilment?: string
          lat?: number
          lon?: number
          max_price?: number
          min_price?: number
          min_rating?: number
          occasion?: string
          page_size?: number
          q?: string
          radius_miles?: number
          shop?: string
          sort?: string
        }
        Returns: Json
      }
      seller_analytics: { Args: { bucket?: string; from_date?: string; to_date?: string }; Returns: Json }
      seller_inbox: {
        Args: { after?: string; day?: string; only_status?: string; page_size?: number; search?: string }
        Returns: Json
      }
      seller_overview: {
        Args: Record<PropertyKey, never>
        Returns: {
          charges_enabled: boolean
          drafts: number
          low_stock: number
          payment_provider: string
          products: number
          reviews_unanswered: number
          schedules: number
          undeclared: number
          unread_conversations: number
        }[]
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
      signed_in_recently: { Args: Record<PropertyKey, never>; Returns: boolean }
      unused_pictures: { Args: { pictures: string[] }; Returns: string[] }
      use_recovery_code: { Args: { code: string }; Returns: boolean }
      verify_hygiene_rating: { Args: { rating: string; shop_id: string }; Returns: undefined }
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
