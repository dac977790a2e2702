// Written by "npm run client". Do not edit.
export interface paths {
    "/api/v1/entries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Articles, newest first
         * @description All published articles, also those that are not about the topic: see `relevant`.
         */
        get: operations["listEntries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/entries/popular": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Articles by popularity
         * @description Most popular first. New views show after at most a minute.
         */
        get: operations["listPopularEntries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/entries/follows": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Articles from followed feeds
         * @description Articles of the feeds that the caller follows.
         */
        get: operations["listFollowedEntries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/feeds/{id}/entries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Articles of a feed
         * @description The articles of one active source.
         */
        get: operations["listFeedEntries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tags/{id}/entries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Articles of a tag
         * @description The articles that carry one tag.
         */
        get: operations["listTagEntries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/entries/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Search articles
         * @description The best hits, without pages, best first: of two that fit as well, the newer. By meaning where the site has a model for it, else by words: see `meta.mode`. Independent of language. A phrase in quotation marks must be there, `-word` must not, and `since:`, `before:`, `source:`, `tag:` and `kind:` filter in the text too (docs/search.md). At most 30 calls in 10 minutes from one address.
         */
        get: operations["searchEntries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/entries/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One article
         * @description One published article, as in lists.
         */
        get: operations["getEntry"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/feeds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Active feeds
         * @description All active sources by title, with whether the caller follows them.
         */
        get: operations["listFeeds"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/feeds/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One feed
         * @description One active source in detail.
         */
        get: operations["getFeed"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/feeds/{id}/follow": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Follow a feed
         * @description Following twice is following once.
         */
        post: operations["followFeed"];
        /**
         * Unfollow a feed
         * @description Unfollowing what is not followed changes nothing.
         */
        delete: operations["unfollowFeed"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tags": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Tags with articles
         * @description All tags of published articles, most used first.
         */
        get: operations["listTags"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tags/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One tag
         * @description One tag by its slug, with the tags that share articles with it most often.
         */
        get: operations["getTag"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Events, newest first
         * @description Articles that report the same incident are one event. All events, also those that are not about the topic: see `relevant`.
         */
        get: operations["listEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tags/{id}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Events of a tag
         * @description The events of which an article carries the tag.
         */
        get: operations["listTagEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One event
         * @description One event with its articles, its points, reactions to it, and the texts that it has had. An event that was merged answers with the address of the other.
         */
        get: operations["getEvent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/disputes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Disputes, newest first
         * @description Events on which publishers disagree, each with the statements that exclude each other, their publishers and their words.
         */
        get: operations["listDisputes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events/{id}/entries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Articles of an event
         * @description The articles of one event in the order of publication, a hundred at most.
         */
        get: operations["listEventEntries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/stories": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Stories, most recently updated first
         * @description Affairs that run over several events.
         */
        get: operations["listStories"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/stories/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One story
         * @description One story with its text and its articles. A story that was merged answers with the address of the other; one that turned out to be none, with the page of the leading article of its best event, or of all stories.
         */
        get: operations["getStory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/stories/{id}/entries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Articles of a story
         * @description The articles of one story, newest first, 500 at most.
         */
        get: operations["listStoryEntries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/podd_episodes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Episodes, newest first
         * @description All episodes of the podcast.
         */
        get: operations["listEpisodes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/podd_episodes/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One episode
         * @description One episode with chapters and sources, and its transcript where that is asked for.
         */
        get: operations["getEpisode"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/guides": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Guides to products
         * @description All guides: families, generations, products and rumors, each by title.
         */
        get: operations["listGuides"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/guides/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One guide
         * @description One guide by its slug, with its sources, releases and rumors.
         */
        get: operations["getGuide"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/publishers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Publishers by name
         * @description Publishers that have reported an event within the latest twelve months, with their figures.
         */
        get: operations["listPublishers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/publishers/compare": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Two publishers side by side
         * @description The records of two publishers, how often the texts of each are the other’s, and topics.
         */
        get: operations["comparePublishers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/publishers/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The record of a publisher
         * @description Its figures, the publishers whose texts it has and that have its texts, and each month.
         */
        get: operations["getPublisher"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/feeds/{id}/record": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The record of a feed’s publisher
         * @description The record of the publisher that the feed belongs to, by the latest twelve months.
         */
        get: operations["getFeedRecord"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Search everything
         * @description The best articles, the events that they report, and the stories and guides about the same, each best first: of two articles that fit as well, the newer. By meaning where the site has a model for it, else by words: see `meta.mode`. Independent of language. A phrase in quotation marks must be there, `-word` must not, and `since:`, `before:`, `source:`, `tag:` and `kind:` filter in the text too (docs/search.md). At most 30 calls in 10 minutes from one address. Filters narrow articles and events.
         */
        get: operations["search"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List changes
         * @description Changes in the order in which they were committed, each with its object as it is now (null when it is no more). Start without `after`: that gives no changes and a `next`, where the log ends now; read the lists, then follow `next`. No change appears behind a cursor that was handed out. Changes are kept for 90 days. Views and scores are no change.
         */
        get: operations["listChanges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/quality": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Quality of texts by month
         * @description By month: articles summarised, answers refused and sentences dropped with their reasons, corrections, reports, events split.
         */
        get: operations["getQuality"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/entries/{id}/checks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Checks of an article's text
         * @description For each sentence: the publishers of its evidence, the number of passages it was compared with, and the verdict.
         */
        get: operations["getEntryChecks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events/{id}/checks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Checks of an event's text
         * @description For each sentence: the publishers of its evidence, the number of passages it was compared with, and the verdict.
         */
        get: operations["getEventChecks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/stories/{id}/checks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Checks of a story's text
         * @description For each sentence: the publishers of its evidence, the number of passages it was compared with, and the verdict.
         */
        get: operations["getStoryChecks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/changes/stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Stream changes
         * @description Server-sent events: `id` is a cursor, `event` the type of a change, `data` the change as in /api/v1/changes. `Last-Event-ID` (or `after`) resumes; without it the stream begins now. Every 15 seconds a heartbeat moves the `id` on. At most 5 streams from one address, opened 120 times in 10 minutes; a reader that does not keep up is dropped, and resumes.
         */
        get: operations["streamChanges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign in
         * @description With `email` alone a six-digit code is mailed, whether or not there is an account; with `email` and `code` a token is returned, and the account made at the first sign-in. Apple and Google take the `id_token` of their SDKs. A code is good for ten minutes and void after five wrong guesses. An address asks for five codes an hour for a mailbox; a mailbox gets 20 in all, the last of which is good until another can be mailed.
         */
        post: operations["login"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign out
         * @description The token of this request is revoked; other tokens of the account stay valid.
         */
        post: operations["logout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/account": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete the account
         * @description Permanently deletes the account and everything that names the person. Only a session does it.
         */
        delete: operations["deleteAccount"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The caller
         * @description The account of the token, and the counts of what it holds.
         */
        get: operations["getMe"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me/feed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The caller's own feed
         * @description Events of the last seven days that the caller follows and does not mute, each with what brought it. Nearest to what is followed, most independent publishers and newest first.
         */
        get: operations["listMyFeed"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me/saved": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Saved events
         * @description Saved last, first.
         */
        get: operations["listMySaved"];
        put?: never;
        /**
         * Save an event
         * @description Saving twice is saving once. An article stands for its event.
         */
        post: operations["saveEvent"];
        /**
         * Unsave an event
         * @description Unsaving what is not saved changes nothing.
         */
        delete: operations["unsaveEvent"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me/read": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List read events
         * @description The given events that the caller has read. Read marks are kept for 90 days; older events count as read.
         */
        get: operations["listMyRead"];
        put?: never;
        /**
         * Mark as read or unread
         * @description Events, articles (their events are meant), or everything until an instant.
         */
        post: operations["markRead"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me/follows": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what the caller follows
         * @description Tags, stories, events, sources and saved searches, followed first of all first.
         */
        get: operations["listMyFollows"];
        put?: never;
        /**
         * Follow a tag, story, event, source or search
         * @description Following twice is following once.
         */
        post: operations["followSomething"];
        /**
         * Unfollow
         * @description Unfollowing what is not followed changes nothing.
         */
        delete: operations["unfollowSomething"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me/mutes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what the caller mutes
         * @description Words, sources and kinds that are left out of the caller's own feed.
         */
        get: operations["listMyMutes"];
        put?: never;
        /**
         * Mute a word, source or kind
         * @description A word matches in any case and with the endings of the language. A source or kind matches an event that no other reports.
         */
        post: operations["mute"];
        /**
         * Unmute
         * @description Unmuting what is not muted changes nothing.
         */
        delete: operations["unmute"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me/alerts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the caller's alert rules
         * @description Rules, the quiet time, and the alerts of the last month, newest first.
         */
        get: operations["listMyAlerts"];
        put?: never;
        /**
         * Be alerted
         * @description An alert is sent when the asked number of independent publishers report an event: once for the event, and again when its story turns. A rule for the same kind and key replaces the earlier one. Mail begins once the mailbox has confirmed. A rule that a program made ends with its access, and a program replaces and removes no others (403).
         */
        post: operations["saveMyAlert"];
        /**
         * Be alerted no more
         * @description Alerts of the rule that wait are dropped. Removing a rule that does not exist changes nothing.
         */
        delete: operations["removeMyAlert"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me/alerts/quiet": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Set the quiet time
         * @description Alerts of the quiet time that are still true at its end are sent then, as one.
         */
        post: operations["saveMyQuietTime"];
        /**
         * End the quiet time
         * @description Alerts come at all hours.
         */
        delete: operations["endMyQuietTime"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me/push-subscriptions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Devices that take alerts
         * @description Without their addresses and keys.
         */
        get: operations["listMyPushSubscriptions"];
        put?: never;
        /**
         * Take alerts on this device
         * @description A browser's subscription, as `PushSubscription.toJSON()` gives it. It ends with the session, key or grant of the token, when another account adds it, and when its push service says so.
         */
        post: operations["savePushSubscription"];
        /**
         * Take alerts on a device no more
         * @description Messages that wait for it are dropped. A program removes those that it added.
         */
        delete: operations["removePushSubscription"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Webhooks that take alerts
         * @description Without their secrets.
         */
        get: operations["listMyWebhooks"];
        put?: never;
        /**
         * Take alerts at an address
         * @description Alerts whose `ways` name `webhook` are sent there as they are to devices: signed as Standard Webhooks, at least once, each with its event as `GET /events` has it. The address is that of a public server, by https and name. An account holds 5. One that a program added ends with its access.
         */
        post: operations["addMyWebhook"];
        /**
         * Take alerts at an address no more
         * @description Messages that wait for it are dropped. A program removes those that it added.
         */
        delete: operations["removeMyWebhook"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me/webhooks/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start a paused webhook again
         * @description Messages that wait are sent in their order.
         */
        post: operations["resumeMyWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me/app-passwords": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * App passwords
         * @description Without the passwords themselves, of which only hashes are stored. For a session or a key with `full` access.
         */
        get: operations["listMyAppPasswords"];
        put?: never;
        /**
         * Make an app password
         * @description For a reading app that signs in by the Google Reader API. It works until it is revoked, and one that a key made until that key is. An account holds 20. For a session or a key with `full` access.
         */
        post: operations["makeAppPassword"];
        /**
         * Revoke an app password
         * @description Apps that sign in with it are refused from then on. Revoking one that does not exist changes nothing. A key revokes only what it made (403).
         */
        delete: operations["revokeAppPassword"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Keys of the API
         * @description Without the keys themselves, of which only hashes are stored.
         */
        get: operations["listMyKeys"];
        put?: never;
        /**
         * Make a key
         * @description For a program that reads, or does, what the account may: over the API and over MCP. It works until it is revoked. An account holds 20. Only a session makes keys.
         */
        post: operations["makeKey"];
        /**
         * Revoke a key
         * @description The key is revoked, and all that was made with it ends. Revoking a key that does not exist changes nothing. A key revokes no other (403).
         */
        delete: operations["revokeKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description An article: metadata and a summary, never the full text. */
        Entry: {
            id: number;
            /**
             * Format: uri
             * @description Address of the original.
             */
            url: string;
            /**
             * Format: uri
             * @description The page of the article on this site.
             */
            canonical_url: string;
            main_image_url: string | null;
            published_at: string | null;
            /** Format: date-time */
            updated_at: string;
            /** @description Kind, by the words of the title; null before it was classified. */
            kind: ("news" | "rumor" | "review" | "deal" | "opinion" | "how-to") | null;
            /** @description Independent sources that covered the same event. */
            source_count: number;
            /** @description Null for the seconds until it has been clustered. */
            event: components["schemas"]["EventLink"] | null;
            story: components["schemas"]["StoryLink"] | null;
            /**
             * @deprecated
             * @description Views of the article. Kept for older apps.
             */
            click_count: number;
            /** @description Views weighted by recency, times 1 + ln(source_count). */
            popularity_score: number;
            /** @description The article is about the site's topic. */
            relevant: boolean;
            /** @description The older name of `relevant`. */
            apple_relevant: boolean;
            feed: components["schemas"]["FeedRef"];
            content: {
                /** @description In the original's language. */
                original: components["schemas"]["Text"];
                /** @description In the site's language; null until there is one. */
                translated: components["schemas"]["TranslatedText"] | null;
            };
            tags: components["schemas"]["Tag"][];
        };
        /** @description The event that an article reports. */
        EventLink: {
            id: number;
            /**
             * Format: uri
             * @description Permanent; leads to the event's page.
             */
            url: string;
            entries_count: number;
        };
        /** @description The running story that it belongs to. */
        StoryLink: {
            id: number;
            title: string;
            /** Format: uri */
            url: string;
        };
        /** @description The source of an article. */
        FeedRef: {
            id: number;
            title: string;
            /**
             * Format: uri
             * @description The publisher's site.
             */
            url: string;
            language: string | null;
            icon_url: string | null;
        };
        /** @description Title and summary in one language. */
        Text: {
            title: string;
            /** @description A summary or an excerpt, never the full text. */
            summary: string;
            /** @description ISO 639-1. */
            language: string | null;
        };
        /** @description Title and summary in the site's language. */
        TranslatedText: {
            title: string;
            /** @description A summary or an excerpt, never the full text. */
            summary: string;
            /** @description ISO 639-1. */
            language: string | null;
            /**
             * @description Writer: a model, or a person.
             * @enum {string}
             */
            by: "model" | "operator" | "publisher";
        };
        /** @description A subject. */
        Tag: {
            id: number;
            name: string;
            slug: string;
        };
        Pagination: {
            /** @description Null when the list was read from a `cursor`. */
            current_page: number | null;
            per_page: number;
            total: number;
            last_page: number;
            has_next: boolean;
            has_prev: boolean;
            next_page: number | null;
            prev_page: number | null;
            /** @description The `cursor` of the next call. In lists by time, no item comes twice and none is left out. */
            next_cursor?: string | null;
        };
        ListMeta: {
            /** @constant */
            api_version: "v1";
            /** Format: date-time */
            timestamp: string;
            /** @description Parameters that are not known here, if any were sent. */
            ignored?: string[];
            /** @description The filters in force, as parsed. */
            filters: {
                [key: string]: unknown;
            };
        };
        SearchMeta: {
            /** @constant */
            api_version: "v1";
            /** Format: date-time */
            timestamp: string;
            /** @description Parameters that are not known here, if any were sent. */
            ignored?: string[];
            /** @description The filters in force, as parsed. */
            filters: {
                [key: string]: unknown;
            };
            /**
             * @description `semantic`: ranked by meaning. `keyword`: ranked by words.
             * @enum {string}
             */
            mode: "semantic" | "keyword";
            /** @description The text of the search with its misspelt words corrected, if any. */
            did_you_mean: string | null;
        };
        Meta: {
            /** @constant */
            api_version: "v1";
            /** Format: date-time */
            timestamp: string;
            /** @description Parameters that are not known here, if any were sent. */
            ignored?: string[];
        };
        /** @description An active source. */
        Feed: {
            id: number;
            title: string;
            /**
             * Format: uri
             * @description The publisher's site.
             */
            url: string;
            language: string | null;
            icon_url: string | null;
            entries_count: number;
            last_entry_published_at: string | null;
            /** @description False for an anonymous caller. */
            is_following: boolean;
        };
        /** @description An active source in detail. */
        FeedDetail: {
            id: number;
            title: string;
            /**
             * Format: uri
             * @description The publisher's site.
             */
            url: string;
            language: string | null;
            icon_url: string | null;
            entries_count: number;
            last_entry_published_at: string | null;
            /** @description False for an anonymous caller. */
            is_following: boolean;
            description: string | null;
            /**
             * Format: uri
             * @description The feed that is read.
             */
            feed_url: string;
            /** @description The publisher's reservation of its texts from machines. Such an article is given to no model. */
            reservation: {
                /** @description Place of the statement: robots.txt, a header, a meta element, tdmrep.json. */
                said: string;
                /** @description Articles that are reserved. */
                articles: number;
                /** @description Number of the latest articles that were looked at. */
                of: number;
            } | null;
        };
        Following: {
            feed_id: number;
            is_following: boolean;
        };
        /** @description A subject that has articles. */
        TagItem: {
            id: number;
            name: string;
            slug: string;
            entries_count: number;
        };
        /** @description A subject in detail. */
        TagDetail: {
            id: number;
            name: string;
            slug: string;
            entries_count: number;
            /** @description Tags that share articles with it most often. */
            related: components["schemas"]["Tag"][];
        };
        /** @description One incident, and who reports it. */
        Event: {
            id: number;
            title: string;
            summary: string;
            /**
             * @description Writer of title and summary; `publisher` where they are those of the best source.
             * @enum {string}
             */
            by: "model" | "operator" | "publisher";
            /** @description The model that wrote the event's own text. */
            model: string | null;
            points: components["schemas"]["Point"][];
            /** @description Number of the text; 0 while the event shows the text of its leading article. */
            revision: number;
            language: string | null;
            /**
             * Format: uri
             * @description The event's page.
             */
            url: string;
            image_url: string | null;
            /** Format: date-time */
            first_published_at: string;
            /**
             * Format: date-time
             * @description Time of the newest article, or of the newest text.
             */
            updated_at: string;
            /** @description Number of independent publishers. */
            source_count: number;
            entries_count: number;
            popularity_score: number;
            /** @description True when at least one of its articles is about the site's topic. */
            relevant: boolean;
            /** @description The older name of `relevant`. */
            apple_relevant: boolean;
            /** @description The leading article: that of the best source. */
            lead: components["schemas"]["Entry"];
            /** @description In the order of publication. */
            entries: components["schemas"]["EventEntry"][];
            /** @description One article of each publisher, in the order of publication. */
            sources: components["schemas"]["Source"][];
            story: components["schemas"]["StoryLink"] | null;
            tags: components["schemas"]["Tag"][];
            /** @description The event that it was split from. */
            split_from: number | null;
        };
        /** @description A statement, with the publishers behind it. */
        Point: {
            text: string;
            /**
             * @description `agreed`: two independent publishers or more; `single`: one; `disputed`: others say what `against` holds.
             * @enum {string}
             */
            status: "agreed" | "single" | "disputed";
            sources: components["schemas"]["SourceRef"][];
            /** @description The second of `statements`. */
            against: {
                text: string;
                sources: components["schemas"]["SourceRef"][];
            } | null;
            /** @description False for a dispute that no judge has confirmed. */
            judged: boolean;
            /** @description One; of a dispute those that exclude each other, most publishers first. */
            statements: components["schemas"]["Statement"][];
            /** @description Of a dispute that was settled since; absent while it is open. */
            settled?: {
                /** Format: date-time */
                at: string;
                /** @description The text of the one that was right. */
                statement: string;
                /**
                 * @description `source`: those who said otherwise corrected themselves; `reports`: later reports agree, by a judge; `operator`: a ruling.
                 * @enum {string}
                 */
                by: "source" | "reports" | "operator";
                /** @description Later reports' sentences, by which a judge held it settled. */
                reason: string | null;
            };
        };
        /** @description A publisher and its article. */
        SourceRef: {
            /** @description Registrable domain. */
            publisher: string;
            name: string;
            entry_id: number;
            /**
             * Format: uri
             * @description Its first article.
             */
            url: string;
        };
        /** @description What publishers say, and the sentences that they say it in. */
        Statement: {
            text: string;
            sources: components["schemas"]["SourceRef"][];
            /** @description Of the publishers that may be quoted, one each. */
            quotes: components["schemas"]["Quote"][];
        };
        /** @description A sentence of an article, word for word. */
        Quote: {
            /** @description Registrable domain. */
            publisher: string;
            name: string;
            entry_id: number;
            /**
             * Format: uri
             * @description Its first article.
             */
            url: string;
            text: string;
            language: string | null;
            published_at: string | null;
        };
        /** @description An article of an event, in one line. */
        EventEntry: {
            id: number;
            feed_id: number;
            publisher: string;
            title: string;
            /**
             * Format: uri
             * @description Address of the original.
             */
            url: string;
            /**
             * Format: uri
             * @description The page of the article on this site.
             */
            canonical_url: string;
            published_at: string | null;
            language: string | null;
            kind: string | null;
        };
        /** @description A publisher that reports an event. */
        Source: {
            /** @description Registrable domain. */
            publisher: string;
            name: string;
            entry_id: number;
            /**
             * Format: uri
             * @description Its first article.
             */
            url: string;
            published_at: string | null;
            /** @description The first to report it in words of its own. */
            first: boolean;
            /** @description The publisher whose words these are, where they are not its own. */
            copies_of: string | null;
        };
        /** @description An event without what repeats its articles. */
        EventShort: {
            id: number;
            title: string;
            summary: string;
            /**
             * @description Writer of title and summary; `publisher` where they are those of the best source.
             * @enum {string}
             */
            by: "model" | "operator" | "publisher";
            /** @description The model that wrote the event's own text. */
            model: string | null;
            points: components["schemas"]["Point"][];
            /** @description Number of the text; 0 while the event shows the text of its leading article. */
            revision: number;
            language: string | null;
            /**
             * Format: uri
             * @description The event's page.
             */
            url: string;
            image_url: string | null;
            /** Format: date-time */
            first_published_at: string;
            /**
             * Format: date-time
             * @description Time of the newest article, or of the newest text.
             */
            updated_at: string;
            /** @description Number of independent publishers. */
            source_count: number;
            entries_count: number;
            popularity_score: number;
            /** @description True when at least one of its articles is about the site's topic. */
            relevant: boolean;
            /** @description The older name of `relevant`. */
            apple_relevant: boolean;
            story: components["schemas"]["StoryLink"] | null;
            tags: components["schemas"]["Tag"][];
            /** @description The event that it was split from. */
            split_from: number | null;
        };
        /** @description One incident in detail. */
        EventDetail: {
            id: number;
            title: string;
            summary: string;
            /**
             * @description Writer of title and summary; `publisher` where they are those of the best source.
             * @enum {string}
             */
            by: "model" | "operator" | "publisher";
            /** @description The model that wrote the event's own text. */
            model: string | null;
            points: components["schemas"]["Point"][];
            /** @description Number of the text; 0 while the event shows the text of its leading article. */
            revision: number;
            language: string | null;
            /**
             * Format: uri
             * @description The event's page.
             */
            url: string;
            image_url: string | null;
            /** Format: date-time */
            first_published_at: string;
            /**
             * Format: date-time
             * @description Time of the newest article, or of the newest text.
             */
            updated_at: string;
            /** @description Number of independent publishers. */
            source_count: number;
            entries_count: number;
            popularity_score: number;
            /** @description True when at least one of its articles is about the site's topic. */
            relevant: boolean;
            /** @description The older name of `relevant`. */
            apple_relevant: boolean;
            /** @description The leading article: that of the best source. */
            lead: components["schemas"]["Entry"];
            /** @description In the order of publication. */
            entries: components["schemas"]["EventEntry"][];
            /** @description One article of each publisher, in the order of publication. */
            sources: components["schemas"]["Source"][];
            story: components["schemas"]["StoryLink"] | null;
            tags: components["schemas"]["Tag"][];
            /** @description The event that it was split from. */
            split_from: number | null;
            /** @description Reactions and comments: articles of later events of its story that belong to it, earliest first. */
            reactions: components["schemas"]["EventEntry"][];
            /** @description Newest first. */
            revisions: components["schemas"]["Revision"][];
        };
        /** @description A text that an event has had. */
        Revision: {
            /** @description Number of the text; 0 while the event shows the text of its leading article. */
            revision: number;
            /** @description The model that wrote the event's own text. */
            model: string | null;
            title: string;
            summary: string;
            /**
             * @description Reason for the new text.
             * @enum {string}
             */
            reason: "second_source" | "new_fact" | "members_changed" | "corrected";
            /** @description Points that the earlier text did not have. */
            added: string[];
            /**
             * @description Writer of title and summary; `publisher` where they are those of the best source.
             * @enum {string}
             */
            by: "model" | "operator" | "publisher";
            /** Format: date-time */
            at: string;
            points: components["schemas"]["Point"][];
            /** @description The articles that brought what was new. */
            brought_by: components["schemas"]["SourceRef"][];
        };
        /** @description Address of the object that took its place. */
        Moved: {
            /** @description Id of that object; null where none of its kind took its place. */
            id: number | null;
            /** Format: uri */
            url: string;
        };
        /** @description An event on which publishers disagree, or did. */
        Dispute: {
            id: number;
            title: string;
            /**
             * Format: uri
             * @description The event's page.
             */
            url: string;
            /** Format: date-time */
            first_published_at: string;
            /**
             * Format: date-time
             * @description Time of the newest article, or of the newest text.
             */
            updated_at: string;
            /** @description Number of independent publishers. */
            source_count: number;
            language: string | null;
            /** @description Each with its statements, which exclude each other. */
            disputes: components["schemas"]["Point"][];
        };
        /** @description An affair that runs over several events. */
        Story: {
            id: number;
            title: string;
            lead: string;
            /** @enum {string} */
            status: "active" | "dormant";
            entries_count: number;
            first_entry_published_at: string | null;
            last_entry_published_at: string | null;
            /** @description From the earliest member that has an image. */
            image_url: string | null;
            /**
             * Format: uri
             * @description The story's page.
             */
            url: string;
            /**
             * @description Writer of title, lead and body; `publisher` where they are put together from the sources' texts.
             * @enum {string}
             */
            by: "model" | "operator" | "publisher";
        };
        /** @description A story in detail. */
        StoryDetail: {
            id: number;
            title: string;
            lead: string;
            /** @enum {string} */
            status: "active" | "dormant";
            entries_count: number;
            first_entry_published_at: string | null;
            last_entry_published_at: string | null;
            /** @description From the earliest member that has an image. */
            image_url: string | null;
            /**
             * Format: uri
             * @description The story's page.
             */
            url: string;
            /**
             * @description Writer of title, lead and body; `publisher` where they are put together from the sources' texts.
             * @enum {string}
             */
            by: "model" | "operator" | "publisher";
            /** @description Markdown. */
            body: string;
            predecessor: components["schemas"]["StoryRef"] | null;
            successors: components["schemas"]["StoryRef"][];
            /** @description Newest first. */
            entries: components["schemas"]["StoryEntry"][];
        };
        /** @description Another story that this one follows or that follows it. */
        StoryRef: {
            id: number;
            title: string;
            /** @enum {string} */
            status: "active" | "dormant";
            /** Format: uri */
            url: string;
        };
        /** @description A member of a story. */
        StoryEntry: {
            id: number;
            title: string;
            summary: string;
            source: string;
            /** Format: uri */
            url: string;
            /**
             * Format: uri
             * @description The page of the article on this site.
             */
            canonical_url: string;
            published_at: string | null;
            tags: components["schemas"]["Tag"][];
        };
        /** @description An episode of the podcast. */
        Episode: {
            episode_id: string;
            title: string;
            description: string;
            /** Format: date-time */
            published_on: string;
            duration_seconds: number;
            /** Format: uri */
            page_url: string;
            /** Format: uri */
            audio_url: string;
            cover_url: string | null;
            cover_thumb_url: string | null;
        };
        /** @description An episode in detail. */
        EpisodeDetail: {
            episode_id: string;
            title: string;
            description: string;
            /** Format: date-time */
            published_on: string;
            duration_seconds: number;
            /** Format: uri */
            page_url: string;
            /** Format: uri */
            audio_url: string;
            cover_url: string | null;
            cover_thumb_url: string | null;
            chapters: components["schemas"]["Chapter"][];
            sources: components["schemas"]["EpisodeSource"][];
            /** @description WebVTT. */
            transcript_url: string | null;
            /** @description Present with include_transcript=true. */
            transcript?: string | null;
        };
        /** @description A chapter: its start in the audio, and its title. */
        Chapter: {
            start_seconds: number;
            title: string;
            url: string | null;
            image_url: string | null;
        };
        /** @description An article that an episode talks about. */
        EpisodeSource: {
            title: string;
            /** Format: uri */
            url: string;
            source: string;
            entry_id: number | null;
        };
        /** @description A guide, as in lists. */
        GuideItem: {
            slug: string;
            title: string;
            page_type: string;
            summary: string;
            family: string | null;
            generation: string | null;
            updated: string;
            /** Format: uri */
            url: string;
            /** Format: uri */
            markdown_url: string;
        };
        /** @description A guide in detail. */
        GuideDetail: {
            slug: string;
            title: string;
            page_type: string;
            summary: string;
            family: string | null;
            generation: string | null;
            updated: string;
            /** Format: uri */
            url: string;
            /** Format: uri */
            markdown_url: string;
            /** @description Day on which its facts were last checked against its sources; null: never. */
            checked: string | null;
            sources: {
                title: string;
                url: string;
                read: string;
                supports: string;
            }[];
            /** @description Release days of the product, newest first, with the numbers of the sources. */
            releases: {
                date: string;
                sources: number[];
            }[];
            /** @description Claims of publishers, newest first, each with its outcome. */
            rumors: {
                id: string;
                on: string;
                claim: string;
                by: {
                    name: string;
                    domain: string;
                };
                url?: string;
                about?: string;
                /** @enum {string} */
                verdict: "true" | "wrong" | "open";
                settled?: {
                    on: string;
                    outcome: string;
                    url?: string;
                };
            }[];
            /** @description The whole guide as markdown; [1] cites the first source. */
            markdown: string;
        };
        /** @description A publisher, by what it did in a span of months. */
        Publisher: {
            /** @description Its registrable domain. */
            publisher: string;
            name: string;
            /** @description One of its sources. */
            feed_id: number | null;
            /** Format: uri */
            url: string;
            since: string;
            until: string;
            /** @description Events that it reported. */
            events: number;
            /**
             * @description Comparison of its dates with the times at which we saw its reports. Only `right` counts in `first`.
             * @enum {string}
             */
            clock: "right" | "ahead" | "behind";
            figures: components["schemas"]["RecordFigures"];
            /** @description Median. */
            corrected_after_minutes: number | null;
        };
        /** @description Each is null below 20 cases. */
        RecordFigures: {
            first: components["schemas"]["RecordFigure"] | null;
            first_seen: components["schemas"]["RecordFigure"] | null;
            alone: components["schemas"]["RecordFigure"] | null;
            confirmed: components["schemas"]["RecordFigure"] | null;
            disputed: components["schemas"]["RecordFigure"] | null;
            settled_for: components["schemas"]["RecordFigure"] | null;
            settled_against: components["schemas"]["RecordFigure"] | null;
            corrected: components["schemas"]["RecordFigure"] | null;
            copies: components["schemas"]["RecordFigure"] | null;
            copied: components["schemas"]["RecordFigure"] | null;
        };
        /** @description A share of cases, with its interval. */
        RecordFigure: {
            count: number;
            /** @description Cases: 20 at least. */
            of: number;
            share: number;
            /** @description Wilson interval of 95 %. */
            low: number;
            high: number;
        };
        /** @description Two publishers side by side. */
        PublisherComparison: {
            publishers: components["schemas"]["PublisherDetail"][];
            /** @description The texts of the first that are the second’s, and the other way round. */
            texts: (components["schemas"]["PublisherPair"] | null)[];
            topics: {
                id: number;
                name: string;
                slug: string;
                /** @description Of the two, in their order. */
                figures: ({
                    first: components["schemas"]["RecordFigure"] | null;
                    alone: components["schemas"]["RecordFigure"] | null;
                    confirmed: components["schemas"]["RecordFigure"] | null;
                    settled_for: components["schemas"]["RecordFigure"] | null;
                    settled_against: components["schemas"]["RecordFigure"] | null;
                } | null)[];
            }[];
        };
        /** @description The record of a publisher. */
        PublisherDetail: {
            /** @description Its registrable domain. */
            publisher: string;
            name: string;
            /** @description One of its sources. */
            feed_id: number | null;
            /** Format: uri */
            url: string;
            since: string;
            until: string;
            /** @description Events that it reported. */
            events: number;
            /**
             * @description Comparison of its dates with the times at which we saw its reports. Only `right` counts in `first`.
             * @enum {string}
             */
            clock: "right" | "ahead" | "behind";
            figures: components["schemas"]["RecordFigures"];
            /** @description Median. */
            corrected_after_minutes: number | null;
            /** @description Rumors that came true, of those that are settled. */
            rumors: components["schemas"]["RecordFigure"] | null;
            copies: components["schemas"]["PublisherPair"][];
            copied: components["schemas"]["PublisherPair"][];
            months: components["schemas"]["PublisherMonth"][];
        };
        /** @description How often the texts of one publisher are those of another. */
        PublisherPair: {
            publisher: string;
            /** @description Publisher of the texts. */
            other: string;
            texts: components["schemas"]["RecordFigure"];
            /** @description Median. */
            after_minutes: number | null;
            /** @description By this history, or by the operator. */
            counts_as_copy: boolean;
            /** @enum {string} */
            decided_by: "history" | "operator";
        };
        /** @description A month of a publisher. */
        PublisherMonth: {
            month: string;
            events: number;
            /**
             * @description Comparison of its dates with the times at which we saw its reports. Only `right` counts in `first`.
             * @enum {string}
             */
            clock: "right" | "ahead" | "behind";
            figures: components["schemas"]["RecordFigures"];
        };
        /** @description An event as search gives it: enough to tell of it and to cite it. */
        EventHit: {
            id: number;
            title: string;
            summary: string;
            /**
             * @description Writer of title and summary; `publisher` where they are those of the best source.
             * @enum {string}
             */
            by: "model" | "operator" | "publisher";
            language: string | null;
            /**
             * Format: uri
             * @description The event's page.
             */
            url: string;
            /** Format: date-time */
            first_published_at: string;
            /**
             * Format: date-time
             * @description Time of the newest article, or of the newest text.
             */
            updated_at: string;
            /** @description Number of independent publishers. */
            source_count: number;
            sources: {
                name: string;
                /** Format: uri */
                url: string;
            }[];
            story: components["schemas"]["StoryLink"] | null;
        };
        /** @description One change of one object in one transaction. */
        Change: components["schemas"]["EntryChange"] | components["schemas"]["EventChange"] | components["schemas"]["StoryChange"] | components["schemas"]["EpisodeChange"] | components["schemas"]["GuideChange"] | components["schemas"]["CorrectionChange"];
        EntryChange: {
            /** @description Cursor of this change. As `after`, it resumes behind it. */
            cursor: string;
            /** Format: date-time */
            at: string;
            /** @enum {string} */
            type: "entry.created" | "entry.updated" | "entry.removed";
            /** @description Id of the object. */
            id: number;
            /** @description Id of the object that it was merged into. */
            into?: number;
            /** @description Id of the object that it was split from. */
            from?: number;
            /** @description Changed fields, for `updated`. Fields of a detail may be among them. */
            fields: string[];
            /** @description The object as it is now, as in lists; null when it is gone. */
            object: components["schemas"]["Entry"] | null;
        };
        EventChange: {
            /** @description Cursor of this change. As `after`, it resumes behind it. */
            cursor: string;
            /** Format: date-time */
            at: string;
            /** @enum {string} */
            type: "event.created" | "event.updated" | "event.merged" | "event.split" | "event.removed";
            /** @description Id of the object. */
            id: number;
            /** @description Id of the object that it was merged into. */
            into?: number;
            /** @description Id of the object that it was split from. */
            from?: number;
            /** @description Changed fields, for `updated`. Fields of a detail may be among them. */
            fields: string[];
            /** @description The object as it is now, as in lists; null when it is gone. */
            object: components["schemas"]["Event"] | null;
        };
        StoryChange: {
            /** @description Cursor of this change. As `after`, it resumes behind it. */
            cursor: string;
            /** Format: date-time */
            at: string;
            /** @enum {string} */
            type: "story.created" | "story.updated" | "story.merged" | "story.split" | "story.removed";
            /** @description Id of the object. */
            id: number;
            /** @description Id of the object that it was merged into. */
            into?: number;
            /** @description Id of the object that it was split from. */
            from?: number;
            /** @description Changed fields, for `updated`. Fields of a detail may be among them. */
            fields: string[];
            /** @description The object as it is now, as in lists; null when it is gone. */
            object: components["schemas"]["Story"] | null;
        };
        EpisodeChange: {
            /** @description Cursor of this change. As `after`, it resumes behind it. */
            cursor: string;
            /** Format: date-time */
            at: string;
            /** @enum {string} */
            type: "episode.created" | "episode.updated" | "episode.removed";
            /** @description Id of the object. */
            id: string;
            /** @description Id of the object that it was merged into. */
            into?: number;
            /** @description Id of the object that it was split from. */
            from?: number;
            /** @description Changed fields, for `updated`. Fields of a detail may be among them. */
            fields: string[];
            /** @description The object as it is now, as in lists; null when it is gone. */
            object: components["schemas"]["Episode"] | null;
        };
        GuideChange: {
            /** @description Cursor of this change. As `after`, it resumes behind it. */
            cursor: string;
            /** Format: date-time */
            at: string;
            /** @enum {string} */
            type: "guide.created" | "guide.updated" | "guide.removed";
            /** @description Id of the object. */
            id: string;
            /** @description Id of the object that it was merged into. */
            into?: number;
            /** @description Id of the object that it was split from. */
            from?: number;
            /** @description Changed fields, for `updated`. Fields of a detail may be among them. */
            fields: string[];
            /** @description The object as it is now, as in lists; null when it is gone. */
            object: components["schemas"]["GuideItem"] | null;
        };
        CorrectionChange: {
            /** @description Cursor of this change. As `after`, it resumes behind it. */
            cursor: string;
            /** Format: date-time */
            at: string;
            /** @enum {string} */
            type: "correction.created";
            /** @description Id of the object. */
            id: number;
            /** @description Id of the object that it was merged into. */
            into?: number;
            /** @description Id of the object that it was split from. */
            from?: number;
            /** @description Changed fields, for `updated`. Fields of a detail may be among them. */
            fields: string[];
            /** @description The object as it is now, as in lists; null when it is gone. */
            object: components["schemas"]["Correction"] | null;
        };
        /** @description A correction by the operator. */
        Correction: {
            id: number;
            /** Format: date-time */
            at: string;
            entry_id: number;
            /** @description The text before the correction. */
            before: {
                title: string;
                summary: string;
            };
            /** @description The text after the correction. */
            after: {
                title: string;
                summary: string;
            };
        };
        /** @description How texts have fared, month by month. */
        Quality: {
            /** @description Null where no model writes. */
            model: {
                judge: boolean;
            } | null;
            /** @description The model that judges sentences, and how it is doing; null where none does, or before it judged any. */
            judge: {
                model: string;
                /** @description Its newest, at most a hundred. */
                planted_errors: components["schemas"]["PlantedErrors"];
                /** @description Time at which it failed its control sentences; null where it passes them. Until it passes, it lets no text be published. */
                suspended_since: string | null;
            } | null;
            /** @description Time at which an operator stopped the models from writing; null while they may. */
            models_stopped_since: string | null;
            /** @description Absent where it is not calibrated. */
            calibrated_line?: components["schemas"]["CalibratedLine"];
            /** @description Newest first. */
            months: components["schemas"]["QualityMonth"][];
        };
        /** @description False sentences given to a judge as controls, and how many of them it refused. Those that can be recognised without their evidence are not counted. */
        PlantedErrors: {
            caught: number;
            of: number;
        };
        /** @description The line on which articles join to events, as the site calibrated it. */
        CalibratedLine: {
            /** @description Similarity that articles must reach, as a share of the default. */
            line: number;
            /** @description Editors' answers about pairs of articles near the similarity line. */
            answers: number;
            /** @description Precision: of the answered pairs that were joined, the share that is the same event. */
            precision: components["schemas"]["MeasuredShare"];
            /** @description Recall: of the answered pairs that are the same event, the share that was joined. */
            recall: components["schemas"]["MeasuredShare"];
        };
        /** @description A share of pairs, with its interval of 95 % (Wilson). */
        MeasuredShare: {
            hits: number;
            of: number;
            low: number;
            high: number;
        };
        /** @description One month. What is not known of it is left out. */
        QualityMonth: {
            /** @description YYYY-MM, in the site's time zone. */
            month: string;
            /** @description Articles with a published text of a model. */
            summarised?: number;
            /** @description Answers of models that were not published, by reason. */
            refused?: {
                [key: string]: number;
            };
            /** @description Sentences left out of published texts, by reason. */
            dropped?: {
                [key: string]: number;
            };
            corrections: number;
            /** @description Errors that readers reported. */
            reports?: number;
            /** @description Articles that an operator took out of an event where they did not belong. */
            false_joins: number;
            events_split: number;
            /** @description Control sentences in the calls of the month. */
            planted_errors?: components["schemas"]["PlantedErrors"];
            /** @description True sentences given to a judge as controls, and how many of them it wrongly refused. */
            true_pairs?: {
                refused: number;
                of: number;
            };
            /** @description Exams that models took. */
            exams?: number;
        };
        /** @description How an article's text was checked. No sentences where it is no model's. */
        Checks: {
            entry_id: number;
            /** @description The headline; null where it is the source's own. */
            title: {
                text: string;
                /** @description Publisher of the evidence: the first of `publishers`. */
                publisher: string;
                /** @description All publishers of the evidence. */
                publishers: string[];
                /** @description Number of passages of the source that it was compared with. */
                passages: number;
                /** @description True when all of them are of the source's headline. */
                headline_only: boolean;
                /** @description By the judge; null where none judged, or an operator ruled. */
                supported: boolean | null;
                /** @description True when an operator has ruled on it. */
                by_operator: boolean;
                /** @description The source's words, cut short; null unless the site makes them public. */
                evidence: string[] | null;
            } | null;
            sentences: {
                text: string;
                /** @description Publisher of the evidence: the first of `publishers`. */
                publisher: string;
                /** @description All publishers of the evidence. */
                publishers: string[];
                /** @description Number of passages of the source that it was compared with. */
                passages: number;
                /** @description True when all of them are of the source's headline. */
                headline_only: boolean;
                /** @description By the judge; null where none judged, or an operator ruled. */
                supported: boolean | null;
                /** @description True when an operator has ruled on it. */
                by_operator: boolean;
                /** @description The source's words, cut short; null unless the site makes them public. */
                evidence: string[] | null;
            }[];
            /** @description Sentences that were left out. */
            dropped: number;
            /** @description The model that judged it; null where none did. */
            judge: {
                model: string;
                /** @description Its newest, at most a hundred. */
                planted_errors: components["schemas"]["PlantedErrors"];
            } | null;
        };
        /** @description How an event's text was checked. No sentences where it is no model's. */
        EventChecks: {
            event_id: number;
            /** @description The headline; null where it is the source's own. */
            title: {
                text: string;
                /** @description Publisher of the evidence: the first of `publishers`. */
                publisher: string;
                /** @description All publishers of the evidence. */
                publishers: string[];
                /** @description Number of passages of the source that it was compared with. */
                passages: number;
                /** @description True when all of them are of the source's headline. */
                headline_only: boolean;
                /** @description By the judge; null where none judged, or an operator ruled. */
                supported: boolean | null;
                /** @description True when an operator has ruled on it. */
                by_operator: boolean;
                /** @description The source's words, cut short; null unless the site makes them public. */
                evidence: string[] | null;
            } | null;
            sentences: {
                text: string;
                /** @description Publisher of the evidence: the first of `publishers`. */
                publisher: string;
                /** @description All publishers of the evidence. */
                publishers: string[];
                /** @description Number of passages of the source that it was compared with. */
                passages: number;
                /** @description True when all of them are of the source's headline. */
                headline_only: boolean;
                /** @description By the judge; null where none judged, or an operator ruled. */
                supported: boolean | null;
                /** @description True when an operator has ruled on it. */
                by_operator: boolean;
                /** @description The source's words, cut short; null unless the site makes them public. */
                evidence: string[] | null;
            }[];
            /** @description Sentences that were left out. */
            dropped: number;
            /** @description The model that judged it; null where none did. */
            judge: {
                model: string;
                /** @description Its newest, at most a hundred. */
                planted_errors: components["schemas"]["PlantedErrors"];
            } | null;
        };
        /** @description How a story's text was checked. No sentences where it is no model's. */
        StoryChecks: {
            story_id: number;
            /** @description The headline; null where it is the source's own. */
            title: {
                text: string;
                /** @description Publisher of the evidence: the first of `publishers`. */
                publisher: string;
                /** @description All publishers of the evidence. */
                publishers: string[];
                /** @description Number of passages of the source that it was compared with. */
                passages: number;
                /** @description True when all of them are of the source's headline. */
                headline_only: boolean;
                /** @description By the judge; null where none judged, or an operator ruled. */
                supported: boolean | null;
                /** @description True when an operator has ruled on it. */
                by_operator: boolean;
                /** @description The source's words, cut short; null unless the site makes them public. */
                evidence: string[] | null;
            } | null;
            sentences: {
                text: string;
                /** @description Publisher of the evidence: the first of `publishers`. */
                publisher: string;
                /** @description All publishers of the evidence. */
                publishers: string[];
                /** @description Number of passages of the source that it was compared with. */
                passages: number;
                /** @description True when all of them are of the source's headline. */
                headline_only: boolean;
                /** @description By the judge; null where none judged, or an operator ruled. */
                supported: boolean | null;
                /** @description True when an operator has ruled on it. */
                by_operator: boolean;
                /** @description The source's words, cut short; null unless the site makes them public. */
                evidence: string[] | null;
            }[];
            /** @description Sentences that were left out. */
            dropped: number;
            /** @description The model that judged it; null where none did. */
            judge: {
                model: string;
                /** @description Its newest, at most a hundred. */
                planted_errors: components["schemas"]["PlantedErrors"];
            } | null;
        };
        Session: {
            /** @description Token of the session. Send it as `Authorization: Bearer`. */
            token: string;
            /** @constant */
            token_type: "Bearer";
            /**
             * Format: date-time
             * @description Renewed by each use.
             */
            expires_at: string;
            user: {
                id: number;
                email: string | null;
            };
        };
        CodeSent: {
            /** @constant */
            status: "code_sent";
            expires_in: number;
        };
        Login: {
            /** @constant */
            provider: "email";
            /** Format: email */
            email: string;
            /** @description The code of the mail. Without it a new code is sent. */
            code?: string;
        } | {
            /** @constant */
            provider: "apple";
            id_token: string;
            /** @description As given to the provider; required when the token carries one. */
            nonce?: string;
        } | {
            /** @constant */
            provider: "google";
            id_token: string;
            nonce?: string;
        };
        Me: {
            id: number;
            email: string | null;
            /** @description End of the visit before the last one. Events that were first reported later are new. */
            seen_until: string | null;
            /** @description Events first reported until then are read, but for those marked unread since. */
            read_until: string | null;
            follows: number;
            mutes: number;
            saved: number;
        };
        FeedRow: {
            event: components["schemas"]["Event"];
            /** @description Followed subjects that the event matches, the nearest first. */
            because: components["schemas"]["Follow"][];
            /** @description First reported after `seen_until` of `/me`; false on a first visit. */
            new: boolean;
            read: boolean;
            saved: boolean;
        };
        Follow: {
            /** @enum {string} */
            kind: "tag" | "story" | "event" | "source" | "search";
            key: string;
            title: string;
            /** @description Its page here, null where it has none. */
            url: string | null;
        };
        MyEvent: {
            event: components["schemas"]["Event"];
            read: boolean;
            saved: boolean;
        };
        ReadEvents: {
            read: number[];
            read_until: string | null;
        };
        Mute: {
            /** @enum {string} */
            kind: "word" | "source" | "kind";
            key: string;
            title: string;
            /** @description Its page here, null where it has none. */
            url: string | null;
        };
        Alerts: {
            rules: components["schemas"]["Alert"][];
            /** @description Null: alerts come at all hours. */
            quiet: {
                /** @description IANA time zone name. */
                timezone: string;
                /** @description Time of day in the time zone. */
                from: string;
                /** @description Time of day in the time zone. */
                until: string;
            } | null;
            /** @description Mailbox of the alerts, once it has confirmed; null where no rule names `mail`. */
            mail: {
                email: string;
                confirmed: boolean;
                stopped: boolean;
            } | null;
            told: {
                event_id: number;
                source_count: number;
                /** Format: date-time */
                at: string;
            }[];
        };
        Alert: {
            /** @enum {string} */
            kind: "followed" | "tag" | "story" | "event" | "source" | "search";
            key: string;
            title: string | null;
            /** @description Its page here, null where it has none. */
            url: string | null;
            min_sources: number;
            ways: ("push" | "mail" | "webhook")[];
            always: boolean;
        };
        PushSubscriptions: {
            /** @description `applicationServerKey` for `pushManager.subscribe`, base64url (RFC 8292). */
            public_key: string;
            subscriptions: components["schemas"]["PushSubscription"][];
        };
        PushSubscription: {
            id: number;
            device: string;
            /** Format: date-time */
            created_at: string;
            last_sent_at: string | null;
        };
        Webhook: {
            id: number;
            url: string;
            /**
             * @description `paused`: it did not take a message for a day, or answered 410.
             * @enum {string}
             */
            state: "active" | "paused";
            /** Format: date-time */
            created_at: string;
            delivered_at: string | null;
            failing_since: string | null;
            /** @description The last unsuccessful answer, as `HTTP 500`, or `no answer`. */
            last_error: string | null;
        };
        AddedWebhook: {
            /** @description Secret that signs its messages (Standard Webhooks). It is shown once. */
            secret: string;
            webhooks: components["schemas"]["Webhook"][];
        };
        AppPassword: {
            id: number;
            name: string;
            /** Format: date-time */
            created_at: string;
            /** @description At most an hour late. */
            last_used_at: string | null;
        };
        MadeAppPassword: {
            /** @description The name that an app signs in with. */
            user_name: string;
            /** @description The password, shown once. */
            password: string;
            app_passwords: components["schemas"]["AppPassword"][];
        };
        Key: {
            id: number;
            name: string;
            /** Format: date-time */
            created_at: string;
            /** @description At most an hour late. */
            last_used_at: string | null;
            /**
             * @description `read` changes nothing; `full` may all that a session may, but make keys.
             * @enum {string}
             */
            access: "read" | "full";
        };
        MadeKey: {
            /** @description The key, shown once. Send it as `Authorization: Bearer`. */
            key: string;
            keys: components["schemas"]["Key"][];
        };
        /** @description An error. */
        Error: {
            error: {
                /** @enum {string} */
                type: "bad_request" | "unauthorized" | "forbidden" | "not_found" | "method_not_allowed" | "gone" | "payload_too_large" | "unprocessable" | "rate_limited" | "internal" | "unavailable";
                /** @description A note for developers. */
                message: string;
            };
            meta: components["schemas"]["Meta"];
        };
    };
    responses: {
        /** @description A parameter is wrong, or the body is not JSON. */
        bad_request: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description A token or a credential is missing or not valid. */
        unauthorized: {
            headers: {
                /** @description `Bearer`, and where a program signs its reader in (RFC 9728). */
                "WWW-Authenticate"?: string;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Not allowed. */
        forbidden: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description There is nothing at this address. */
        not_found: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The cursor is older than the log. The message says how to start again. */
        gone: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The body is larger than 64 KiB. */
        payload_too_large: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The body is well-formed, but cannot be accepted. */
        unprocessable: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Too many calls; see `Retry-After`. */
        rate_limited: {
            headers: {
                /** @description Seconds until the next call is allowed. */
                "Retry-After"?: string;
                /** @description Calls that remain, and seconds until the limit is full again. */
                RateLimit?: string;
                /** @description The limit. */
                "RateLimit-Policy"?: string;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Something went wrong here. */
        internal: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description A service that is needed, such as the database, cannot be reached just now. */
        unavailable: {
            headers: {
                /** @description Seconds to wait before a new try. */
                "Retry-After"?: string;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listEntries: {
        parameters: {
            query?: {
                /** @description Page number. */
                page?: number;
                /** @description Items a page; above 100 means 100. */
                per_page?: number;
                /** @description The `next_cursor` of the answer before; instead of `page`, in lists by time. */
                cursor?: string;
                /** @description Order; newest first unless said otherwise. */
                sort?: "newest" | "popular";
                /** @description Language of the original. */
                lang?: "sv" | "en";
                /** @description Only what is, or is not, about the site's topic. */
                relevant?: boolean;
                /** @description The older name of `relevant`, which takes precedence. */
                apple_relevant?: boolean;
                /** @description Published at this instant or later. */
                since?: string;
                /** @description Published before this instant. */
                until?: string;
                /** @description Only articles of the tag with this slug. */
                tag?: string;
                /** @description Only articles of this source. */
                feed_id?: number;
                /** @description Only articles of this kind. */
                kind?: "news" | "rumor" | "review" | "deal" | "opinion" | "how-to";
                /** @description `1` refuses parameters that do not exist here, which are else named in `meta.ignored`. */
                strict?: "0" | "1" | "true" | "false";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of articles. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Entry"][];
                        pagination: components["schemas"]["Pagination"];
                        meta: components["schemas"]["ListMeta"];
                    };
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    listPopularEntries: {
        parameters: {
            query?: {
                /** @description Page number. */
                page?: number;
                /** @description Items a page; above 100 means 100. */
                per_page?: number;
                /** @description Language of the original. */
                lang?: "sv" | "en";
                /** @description Only what is, or is not, about the site's topic. */
                relevant?: boolean;
                /** @description The older name of `relevant`, which takes precedence. */
                apple_relevant?: boolean;
                /** @description Published at this instant or later. */
                since?: string;
                /** @description Published before this instant. */
                until?: string;
                /** @description Only articles of the tag with this slug. */
                tag?: string;
                /** @description Only articles of this source. */
                feed_id?: number;
                /** @description Only articles of this kind. */
                kind?: "news" | "rumor" | "review" | "deal" | "opinion" | "how-to";
                /** @description `1` refuses parameters that do not exist here, which are else named in `meta.ignored`. */
                strict?: "0" | "1" | "true" | "false";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of articles. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Entry"][];
                        pagination: components["schemas"]["Pagination"];
                        meta: components["schemas"]["ListMeta"];
                    };
                };
            };
            400: components["responses"]["bad_request"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    listFollowedEntries: {
        parameters: {
            query?: {
                /** @description Page number. */
                page?: number;
                /** @description Items a page; above 100 means 100. */
                per_page?: number;
                /** @description The `next_cursor` of the answer before; instead of `page`, in lists by time. */
                cursor?: string;
                /** @description Order; newest first unless said otherwise. */
                sort?: "newest" | "popular";
                /** @description Language of the original. */
                lang?: "sv" | "en";
                /** @description Only what is, or is not, about the site's topic. */
                relevant?: boolean;
                /** @description The older name of `relevant`, which takes precedence. */
                apple_relevant?: boolean;
                /** @description Published at this instant or later. */
                since?: string;
                /** @description Published before this instant. */
                until?: string;
                /** @description Only articles of the tag with this slug. */
                tag?: string;
                /** @description Only articles of this source. */
                feed_id?: number;
                /** @description Only articles of this kind. */
                kind?: "news" | "rumor" | "review" | "deal" | "opinion" | "how-to";
                /** @description `1` refuses parameters that do not exist here, which are else named in `meta.ignored`. */
                strict?: "0" | "1" | "true" | "false";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of articles. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Entry"][];
                        pagination: components["schemas"]["Pagination"];
                        meta: components["schemas"]["ListMeta"];
                    };
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    listFeedEntries: {
        parameters: {
            query?: {
                /** @description Page number. */
                page?: number;
                /** @description Items a page; above 100 means 100. */
                per_page?: number;
                /** @description The `next_cursor` of the answer before; instead of `page`, in lists by time. */
                cursor?: string;
                /** @description Order; newest first unless said otherwise. */
                sort?: "newest" | "popular";
                /** @description Language of the original. */
                lang?: "sv" | "en";
                /** @description Only what is, or is not, about the site's topic. */
                relevant?: boolean;
                /** @description The older name of `relevant`, which takes precedence. */
                apple_relevant?: boolean;
                /** @description Published at this instant or later. */
                since?: string;
                /** @description Published before this instant. */
                until?: string;
                /** @description Only articles of the tag with this slug. */
                tag?: string;
                /** @description Only articles of this kind. */
                kind?: "news" | "rumor" | "review" | "deal" | "opinion" | "how-to";
                /** @description `1` refuses parameters that do not exist here, which are else named in `meta.ignored`. */
                strict?: "0" | "1" | "true" | "false";
            };
            header?: never;
            path: {
                /** @description Id of the feed. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of articles. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Entry"][];
                        pagination: components["schemas"]["Pagination"];
                        meta: components["schemas"]["ListMeta"];
                    };
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            404: components["responses"]["not_found"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    listTagEntries: {
        parameters: {
            query?: {
                /** @description Page number. */
                page?: number;
                /** @description Items a page; above 100 means 100. */
                per_page?: number;
                /** @description The `next_cursor` of the answer before; instead of `page`, in lists by time. */
                cursor?: string;
                /** @description Order; newest first unless said otherwise. */
                sort?: "newest" | "popular";
                /** @description Language of the original. */
                lang?: "sv" | "en";
                /** @description Only what is, or is not, about the site's topic. */
                relevant?: boolean;
                /** @description The older name of `relevant`, which takes precedence. */
                apple_relevant?: boolean;
                /** @description Published at this instant or later. */
                since?: string;
                /** @description Published before this instant. */
                until?: string;
                /** @description Only articles of this source. */
                feed_id?: number;
                /** @description Only articles of this kind. */
                kind?: "news" | "rumor" | "review" | "deal" | "opinion" | "how-to";
                /** @description `1` refuses parameters that do not exist here, which are else named in `meta.ignored`. */
                strict?: "0" | "1" | "true" | "false";
            };
            header?: never;
            path: {
                /** @description Slug of the tag. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of articles. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Entry"][];
                        pagination: components["schemas"]["Pagination"];
                        meta: components["schemas"]["ListMeta"];
                    };
                };
            };
            400: components["responses"]["bad_request"];
            404: components["responses"]["not_found"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    searchEntries: {
        parameters: {
            query: {
                /** @description Search words. */
                q: string;
                /** @description Hits; above 50 means 50. */
                limit?: number;
                /** @description Order: best first unless said otherwise, or newest first of those that fit well. */
                sort?: "best" | "newest";
                /** @description Published at this instant or later. */
                since?: string;
                /** @description Published before this instant. */
                until?: string;
                /** @description Only articles of this source. */
                feed_id?: number;
                /** @description Only articles of the tag with this slug. */
                tag?: string;
                /** @description Only articles of this kind. */
                kind?: "news" | "rumor" | "review" | "deal" | "opinion" | "how-to";
                /** @description `1` refuses parameters that do not exist here, which are else named in `meta.ignored`. */
                strict?: "0" | "1" | "true" | "false";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The best hits. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Entry"][];
                        meta: components["schemas"]["SearchMeta"];
                    };
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    getEntry: {
        parameters: {
            query?: {
                /** @description `1` refuses parameters that do not exist here, which are else named in `meta.ignored`. */
                strict?: "0" | "1" | "true" | "false";
            };
            header?: never;
            path: {
                /** @description Id of the article. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The article. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Entry"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["bad_request"];
            404: components["responses"]["not_found"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    listFeeds: {
        parameters: {
            query?: {
                /** @description Page number. */
                page?: number;
                /** @description Items a page; above 100 means 100. */
                per_page?: number;
                /** @description The `next_cursor` of the answer before; instead of `page`. */
                cursor?: string;
                /** @description `1` refuses parameters that do not exist here, which are else named in `meta.ignored`. */
                strict?: "0" | "1" | "true" | "false";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of feeds. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Feed"][];
                        pagination: components["schemas"]["Pagination"];
                        meta: components["schemas"]["ListMeta"];
                    };
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    getFeed: {
        parameters: {
            query?: {
                /** @description `1` refuses parameters that do not exist here, which are else named in `meta.ignored`. */
                strict?: "0" | "1" | "true" | "false";
            };
            header?: never;
            path: {
                /** @description Id of the feed. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The feed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["FeedDetail"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            404: components["responses"]["not_found"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    followFeed: {
        parameters: {
            query?: {
                /** @description `1` refuses parameters that do not exist here, which are else named in `meta.ignored`. */
                strict?: "0" | "1" | "true" | "false";
            };
            header?: never;
            path: {
                /** @description Id of the feed. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The followed feeds now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Following"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            413: components["responses"]["payload_too_large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    unfollowFeed: {
        parameters: {
            query?: {
                /** @description `1` refuses parameters that do not exist here, which are else named in `meta.ignored`. */
                strict?: "0" | "1" | "true" | "false";
            };
            header?: never;
            path: {
                /** @description Id of the feed. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The followed feeds now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Following"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            413: components["responses"]["payload_too_large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    listTags: {
        parameters: {
            query?: {
                /** @description Page number. */
                page?: number;
                /** @description Items a page; above 100 means 100. */
                per_page?: number;
                /** @description The `next_cursor` of the answer before; instead of `page`. */
                cursor?: string;
                /** @description `1` refuses parameters that do not exist here, which are else named in `meta.ignored`. */
                strict?: "0" | "1" | "true" | "false";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of tags. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["TagItem"][];
                        pagination: components["schemas"]["Pagination"];
                        meta: components["schemas"]["ListMeta"];
                    };
                };
            };
            400: components["responses"]["bad_request"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    getTag: {
        parameters: {
            query?: {
                /** @description `1` refuses parameters that do not exist here, which are else named in `meta.ignored`. */
                strict?: "0" | "1" | "true" | "false";
            };
            header?: never;
            path: {
                /** @description Slug of the tag. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The tag. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["TagDetail"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["bad_request"];
            404: components["responses"]["not_found"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    listEvents: {
        parameters: {
            query?: {
                /** @description Page number. */
                page?: number;
                /** @description Items a page; above 100 means 100. */
                per_page?: number;
                /** @description The `next_cursor` of the answer before; instead of `page`, in lists by time. */
                cursor?: string;
                /** @description Only what is, or is not, about the site's topic. */
                relevant?: boolean;
                /** @description The older name of `relevant`, which takes precedence. */
                apple_relevant?: boolean;
                /** @description Only events that this source reports. */
                feed_id?: number;
                /** @description Only events of so many independent publishers. */
                min_sources?: number;
                /** @description Only events of this story. */
                story_id?: number;
                /** @description Order: first reported last (`newest`, unless said otherwise), reported on last, or most read. */
                sort?: "newest" | "updated" | "popular";
                /** @description Only events of the tag with this slug. */
                tag?: string;
                /** @description Only events with an article of this kind. */
                kind?: "news" | "rumor" | "review" | "deal" | "opinion" | "how-to";
                /** @description Only events that a search finds, by its 100 best articles. It counts as a call of the search. */
                q?: string;
                /** @description Reported on at this instant or later. */
                since?: string;
                /** @description First reported before this instant. */
                until?: string;
                /** @description `short` leaves out what repeats its articles. */
                view?: "full" | "short";
                /** @description `1` refuses parameters that do not exist here, which are else named in `meta.ignored`. */
                strict?: "0" | "1" | "true" | "false";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of events. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: (components["schemas"]["Event"] | components["schemas"]["EventShort"])[];
                        pagination: components["schemas"]["Pagination"];
                        meta: components["schemas"]["ListMeta"];
                    };
                };
            };
            400: components["responses"]["bad_request"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    listTagEvents: {
        parameters: {
            query?: {
                /** @description Page number. */
                page?: number;
                /** @description Items a page; above 100 means 100. */
                per_page?: number;
                /** @description The `next_cursor` of the answer before; instead of `page`, in lists by time. */
                cursor?: string;
                /** @description Only what is, or is not, about the site's topic. */
                relevant?: boolean;
                /** @description The older name of `relevant`, which takes precedence. */
                apple_relevant?: boolean;
                /** @description Only events that this source reports. */
                feed_id?: number;
                /** @description Only events of so many independent publishers. */
                min_sources?: number;
                /** @description Only events of this story. */
                story_id?: number;
                /** @description Order: first reported last (`newest`, unless said otherwise), reported on last, or most read. */
                sort?: "newest" | "updated" | "popular";
                /** @description Only events with an article of this kind. */
                kind?: "news" | "rumor" | "review" | "deal" | "opinion" | "how-to";
                /** @description Only events that a search finds, by its 100 best articles. It counts as a call of the search. */
                q?: string;
                /** @description Reported on at this instant or later. */
                since?: string;
                /** @description First reported before this instant. */
                until?: string;
                /** @description `short` leaves out what repeats its articles. */
                view?: "full" | "short";
                /** @description `1` refuses parameters that do not exist here, which are else named in `meta.ignored`. */
                strict?: "0" | "1" | "true" | "false";
            };
            header?: never;
            path: {
                /** @description Slug of the tag. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of events. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: (components["schemas"]["Event"] | components["schemas"]["EventShort"])[];
                        pagination: components["schemas"]["Pagination"];
                        meta: components["schemas"]["ListMeta"];
                    };
                };
            };
            400: components["responses"]["bad_request"];
            404: components["responses"]["not_found"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    getEvent: {
        parameters: {
            query?: {
                /** @description `1` refuses parameters that do not exist here, which are else named in `meta.ignored`. */
                strict?: "0" | "1" | "true" | "false";
            };
            header?: never;
            path: {
                /** @description Id of the event, or the id with any slug: `12` or `12-a-slug`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The event. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["EventDetail"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description The event was merged into another; see the Location header. */
            301: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Moved"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["bad_request"];
            404: components["responses"]["not_found"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    listDisputes: {
        parameters: {
            query?: {
                /** @description Page number. */
                page?: number;
                /** @description Items a page; above 100 means 100. */
                per_page?: number;
                /** @description The `next_cursor` of the answer before; instead of `page`, in lists by time. */
                cursor?: string;
                /** @description Only events of the tag with this slug. */
                tag?: string;
                /** @description Only events of so many independent publishers. */
                min_sources?: number;
                /** @description Reported on at this instant or later. */
                since?: string;
                /** @description First reported before this instant. */
                until?: string;
                /** @description `1` refuses parameters that do not exist here, which are else named in `meta.ignored`. */
                strict?: "0" | "1" | "true" | "false";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of disputes. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Dispute"][];
                        pagination: components["schemas"]["Pagination"];
                        meta: components["schemas"]["ListMeta"];
                    };
                };
            };
            400: components["responses"]["bad_request"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    listEventEntries: {
        parameters: {
            query?: {
                /** @description Page number. */
                page?: number;
                /** @description Items a page; above 100 means 100. */
                per_page?: number;
                /** @description Published at this instant or later. */
                since?: string;
                /** @description Published before this instant. */
                until?: string;
                /** @description `1` refuses parameters that do not exist here, which are else named in `meta.ignored`. */
                strict?: "0" | "1" | "true" | "false";
            };
            header?: never;
            path: {
                /** @description Id of the event, or the id with any slug: `12` or `12-a-slug`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of articles. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Entry"][];
                        pagination: components["schemas"]["Pagination"];
                        meta: components["schemas"]["ListMeta"];
                    };
                };
            };
            /** @description The event was merged into another; see the Location header. */
            301: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Moved"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["bad_request"];
            404: components["responses"]["not_found"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    listStories: {
        parameters: {
            query?: {
                /** @description Page number. */
                page?: number;
                /** @description Items a page; above 100 means 100. */
                per_page?: number;
                /** @description The `next_cursor` of the answer before; instead of `page`, in lists by time. */
                cursor?: string;
                /** @description Only stories in this state. */
                status?: "active" | "dormant";
                /** @description Reported on at this instant or later. */
                since?: string;
                /** @description First reported before this instant. */
                until?: string;
                /** @description `1` refuses parameters that do not exist here, which are else named in `meta.ignored`. */
                strict?: "0" | "1" | "true" | "false";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of stories. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Story"][];
                        pagination: components["schemas"]["Pagination"];
                        meta: components["schemas"]["ListMeta"];
                    };
                };
            };
            400: components["responses"]["bad_request"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    getStory: {
        parameters: {
            query?: {
                /** @description `1` refuses parameters that do not exist here, which are else named in `meta.ignored`. */
                strict?: "0" | "1" | "true" | "false";
            };
            header?: never;
            path: {
                /** @description Id of the story, or the id with any slug: `12` or `12-a-slug`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The story. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["StoryDetail"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description The story was merged into another, or dissolved; see the Location header. */
            301: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Moved"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["bad_request"];
            404: components["responses"]["not_found"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    listStoryEntries: {
        parameters: {
            query?: {
                /** @description Page number. */
                page?: number;
                /** @description Items a page; above 100 means 100. */
                per_page?: number;
                /** @description Published at this instant or later. */
                since?: string;
                /** @description Published before this instant. */
                until?: string;
                /** @description `1` refuses parameters that do not exist here, which are else named in `meta.ignored`. */
                strict?: "0" | "1" | "true" | "false";
            };
            header?: never;
            path: {
                /** @description Id of the story, or the id with any slug: `12` or `12-a-slug`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of articles. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Entry"][];
                        pagination: components["schemas"]["Pagination"];
                        meta: components["schemas"]["ListMeta"];
                    };
                };
            };
            /** @description The story was merged into another, or dissolved; see the Location header. */
            301: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Moved"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["bad_request"];
            404: components["responses"]["not_found"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    listEpisodes: {
        parameters: {
            query?: {
                /** @description Page number. */
                page?: number;
                /** @description Items a page; above 100 means 100. */
                per_page?: number;
                /** @description The `next_cursor` of the answer before; instead of `page`. */
                cursor?: string;
                /** @description Published at this instant or later. */
                since?: string;
                /** @description Published before this instant. */
                until?: string;
                /** @description `1` refuses parameters that do not exist here, which are else named in `meta.ignored`. */
                strict?: "0" | "1" | "true" | "false";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of episodes. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Episode"][];
                        pagination: components["schemas"]["Pagination"];
                        meta: components["schemas"]["ListMeta"];
                    };
                };
            };
            400: components["responses"]["bad_request"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    getEpisode: {
        parameters: {
            query?: {
                /** @description Attach the transcript text. */
                include_transcript?: boolean;
                /** @description `1` refuses parameters that do not exist here, which are else named in `meta.ignored`. */
                strict?: "0" | "1" | "true" | "false";
            };
            header?: never;
            path: {
                /** @description The episode_id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The episode. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["EpisodeDetail"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["bad_request"];
            404: components["responses"]["not_found"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    listGuides: {
        parameters: {
            query?: {
                /** @description Page number. */
                page?: number;
                /** @description Items a page; above 100 means 100. */
                per_page?: number;
                /** @description The `next_cursor` of the answer before; instead of `page`. */
                cursor?: string;
                /** @description Only guides of this type. */
                page_type?: "product_hub" | "family_hub" | "generation_hub" | "rumor";
                /** @description Reviewed by its editors on this day or later. */
                since?: string;
                /** @description Reviewed by its editors before this day. */
                until?: string;
                /** @description `1` refuses parameters that do not exist here, which are else named in `meta.ignored`. */
                strict?: "0" | "1" | "true" | "false";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of guides. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["GuideItem"][];
                        pagination: components["schemas"]["Pagination"];
                        meta: components["schemas"]["ListMeta"];
                    };
                };
            };
            400: components["responses"]["bad_request"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    getGuide: {
        parameters: {
            query?: {
                /** @description `1` refuses parameters that do not exist here, which are else named in `meta.ignored`. */
                strict?: "0" | "1" | "true" | "false";
            };
            header?: never;
            path: {
                /** @description Slug of the guide. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The guide. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["GuideDetail"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["bad_request"];
            404: components["responses"]["not_found"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    listPublishers: {
        parameters: {
            query?: {
                /** @description Page number. */
                page?: number;
                /** @description Items a page; above 100 means 100. */
                per_page?: number;
                /** @description The `next_cursor` of the answer before; instead of `page`. */
                cursor?: string;
                /** @description `1` refuses parameters that do not exist here, which are else named in `meta.ignored`. */
                strict?: "0" | "1" | "true" | "false";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of publishers. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Publisher"][];
                        pagination: components["schemas"]["Pagination"];
                        meta: components["schemas"]["ListMeta"];
                    };
                };
            };
            400: components["responses"]["bad_request"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    comparePublishers: {
        parameters: {
            query: {
                /** @description Registrable domain of the publisher, or its host where it has none. */
                a: string;
                /** @description Registrable domain of the publisher, or its host where it has none. */
                b: string;
                /** @description `1` refuses parameters that do not exist here, which are else named in `meta.ignored`. */
                strict?: "0" | "1" | "true" | "false";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The comparison. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["PublisherComparison"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["bad_request"];
            404: components["responses"]["not_found"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    getPublisher: {
        parameters: {
            query?: {
                /** @description `1` refuses parameters that do not exist here, which are else named in `meta.ignored`. */
                strict?: "0" | "1" | "true" | "false";
            };
            header?: never;
            path: {
                /** @description Registrable domain of the publisher, or its host where it has none. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The publisher. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["PublisherDetail"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["bad_request"];
            404: components["responses"]["not_found"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    getFeedRecord: {
        parameters: {
            query?: {
                /** @description `1` refuses parameters that do not exist here, which are else named in `meta.ignored`. */
                strict?: "0" | "1" | "true" | "false";
            };
            header?: never;
            path: {
                /** @description Id of the feed. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["PublisherDetail"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["bad_request"];
            404: components["responses"]["not_found"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    search: {
        parameters: {
            query: {
                /** @description Search words. */
                q: string;
                /** @description Hits of each type; above 50 means 50. */
                limit?: number;
                /** @description Order: best first unless said otherwise, or newest first of those that fit well. */
                sort?: "best" | "newest";
                /** @description Published at this instant or later. */
                since?: string;
                /** @description Published before this instant. */
                until?: string;
                /** @description Only articles of this source. */
                feed_id?: number;
                /** @description Only articles of the tag with this slug. */
                tag?: string;
                /** @description Only articles of this kind. */
                kind?: "news" | "rumor" | "review" | "deal" | "opinion" | "how-to";
                /** @description Only this type; the other lists are empty. */
                type?: "entry" | "event" | "story" | "guide";
                /** @description `1` refuses parameters that do not exist here, which are else named in `meta.ignored`. */
                strict?: "0" | "1" | "true" | "false";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The best hits of each type. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            entries: components["schemas"]["Entry"][];
                            events: components["schemas"]["EventHit"][];
                            stories: components["schemas"]["Story"][];
                            guides: components["schemas"]["GuideItem"][];
                        };
                        meta: components["schemas"]["SearchMeta"];
                    };
                };
            };
            400: components["responses"]["bad_request"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    listChanges: {
        parameters: {
            query?: {
                /** @description The `next` of the answer before. Without it: where the log ends now. */
                after?: string;
                /** @description Only these types (`entry.created,event.merged`) or kinds (`entry`), joined by commas. */
                types?: string;
                /** @description Changes; above 500 means 500. */
                limit?: number;
                /** @description `1` refuses parameters that do not exist here, which are else named in `meta.ignored`. */
                strict?: "0" | "1" | "true" | "false";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Changes, oldest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Change"][];
                        /** @description The `after` of the next call. */
                        next: string;
                        /** @description True when more changes are there already. */
                        has_more: boolean;
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["bad_request"];
            410: components["responses"]["gone"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    getQuality: {
        parameters: {
            query?: {
                /** @description `1` refuses parameters that do not exist here, which are else named in `meta.ignored`. */
                strict?: "0" | "1" | "true" | "false";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The last twelve months. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Quality"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["bad_request"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    getEntryChecks: {
        parameters: {
            query?: {
                /** @description `1` refuses parameters that do not exist here, which are else named in `meta.ignored`. */
                strict?: "0" | "1" | "true" | "false";
            };
            header?: never;
            path: {
                /** @description Id of the article. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The checks. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Checks"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["bad_request"];
            404: components["responses"]["not_found"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    getEventChecks: {
        parameters: {
            query?: {
                /** @description `1` refuses parameters that do not exist here, which are else named in `meta.ignored`. */
                strict?: "0" | "1" | "true" | "false";
            };
            header?: never;
            path: {
                /** @description Id of the event, or the id with any slug: `12` or `12-a-slug`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The checks. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["EventChecks"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["bad_request"];
            404: components["responses"]["not_found"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    getStoryChecks: {
        parameters: {
            query?: {
                /** @description `1` refuses parameters that do not exist here, which are else named in `meta.ignored`. */
                strict?: "0" | "1" | "true" | "false";
            };
            header?: never;
            path: {
                /** @description Id of the story, or the id with any slug: `12` or `12-a-slug`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The checks. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["StoryChecks"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["bad_request"];
            404: components["responses"]["not_found"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    streamChanges: {
        parameters: {
            query?: {
                /** @description The `next` of the answer before. Without it: where the log ends now. */
                after?: string;
                /** @description Only these types (`entry.created,event.merged`) or kinds (`entry`), joined by commas. */
                types?: string;
                /** @description `1` refuses parameters that do not exist here, which are else named in `meta.ignored`. */
                strict?: "0" | "1" | "true" | "false";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A stream of changes. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            400: components["responses"]["bad_request"];
            410: components["responses"]["gone"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    login: {
        parameters: {
            query?: {
                /** @description `1` refuses parameters that do not exist here, which are else named in `meta.ignored`. */
                strict?: "0" | "1" | "true" | "false";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Login"];
            };
        };
        responses: {
            /** @description Signed in. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Session"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description A code was mailed. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["CodeSent"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            413: components["responses"]["payload_too_large"];
            422: components["responses"]["unprocessable"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    logout: {
        parameters: {
            query?: {
                /** @description `1` refuses parameters that do not exist here, which are else named in `meta.ignored`. */
                strict?: "0" | "1" | "true" | "false";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Signed out. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @constant */
                            status: "logged_out";
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            413: components["responses"]["payload_too_large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    deleteAccount: {
        parameters: {
            query?: {
                /** @description `1` refuses parameters that do not exist here, which are else named in `meta.ignored`. */
                strict?: "0" | "1" | "true" | "false";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @constant */
                            status: "deleted";
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            413: components["responses"]["payload_too_large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    getMe: {
        parameters: {
            query?: {
                /** @description `1` refuses parameters that do not exist here, which are else named in `meta.ignored`. */
                strict?: "0" | "1" | "true" | "false";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The account. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Me"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    listMyFeed: {
        parameters: {
            query?: {
                /** @description Page number. */
                page?: number;
                /** @description Items a page; above 100 means 100. */
                per_page?: number;
                /** @description `1` refuses parameters that do not exist here, which are else named in `meta.ignored`. */
                strict?: "0" | "1" | "true" | "false";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of events. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["FeedRow"][];
                        pagination: components["schemas"]["Pagination"];
                        meta: components["schemas"]["ListMeta"];
                    };
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    listMySaved: {
        parameters: {
            query?: {
                /** @description Page number. */
                page?: number;
                /** @description Items a page; above 100 means 100. */
                per_page?: number;
                /** @description `1` refuses parameters that do not exist here, which are else named in `meta.ignored`. */
                strict?: "0" | "1" | "true" | "false";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of events. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["MyEvent"][];
                        pagination: components["schemas"]["Pagination"];
                        meta: components["schemas"]["ListMeta"];
                    };
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    saveEvent: {
        parameters: {
            query?: {
                /** @description `1` refuses parameters that do not exist here, which are else named in `meta.ignored`. */
                strict?: "0" | "1" | "true" | "false";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    event_id?: number;
                    entry_id?: number;
                };
            };
        };
        responses: {
            /** @description The saved events now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            event_ids: number[];
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            413: components["responses"]["payload_too_large"];
            422: components["responses"]["unprocessable"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    unsaveEvent: {
        parameters: {
            query?: {
                event_id?: number;
                entry_id?: number;
                /** @description `1` refuses parameters that do not exist here, which are else named in `meta.ignored`. */
                strict?: "0" | "1" | "true" | "false";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The saved events now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            event_ids: number[];
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            413: components["responses"]["payload_too_large"];
            422: components["responses"]["unprocessable"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    listMyRead: {
        parameters: {
            query: {
                /** @description Ids of events, joined by commas. */
                event_ids: string;
                /** @description `1` refuses parameters that do not exist here, which are else named in `meta.ignored`. */
                strict?: "0" | "1" | "true" | "false";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The given events that are read. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ReadEvents"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    markRead: {
        parameters: {
            query?: {
                /** @description `1` refuses parameters that do not exist here, which are else named in `meta.ignored`. */
                strict?: "0" | "1" | "true" | "false";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    event_ids?: number[];
                    /** @description Their events are meant. */
                    entry_ids?: number[];
                    /**
                     * @description False marks them unread.
                     * @default true
                     */
                    read?: boolean;
                    /**
                     * Format: date-time
                     * @description Everything first reported until then is read.
                     */
                    until?: string;
                };
            };
        };
        responses: {
            /** @description The given events that are read. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ReadEvents"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            413: components["responses"]["payload_too_large"];
            422: components["responses"]["unprocessable"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    listMyFollows: {
        parameters: {
            query?: {
                /** @description `1` refuses parameters that do not exist here, which are else named in `meta.ignored`. */
                strict?: "0" | "1" | "true" | "false";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Everything that is followed now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Follow"][];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    followSomething: {
        parameters: {
            query?: {
                /** @description `1` refuses parameters that do not exist here, which are else named in `meta.ignored`. */
                strict?: "0" | "1" | "true" | "false";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    kind: "tag" | "story" | "event" | "source" | "search";
                    /** @description The slug of a tag, the id of a story, an event or a source, or the words of a search. */
                    key: string;
                };
            };
        };
        responses: {
            /** @description Everything that is followed now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Follow"][];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            413: components["responses"]["payload_too_large"];
            422: components["responses"]["unprocessable"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    unfollowSomething: {
        parameters: {
            query: {
                kind: "tag" | "story" | "event" | "source" | "search";
                /** @description The slug of a tag, the id of a story, an event or a source, or the words of a search. */
                key: string;
                /** @description `1` refuses parameters that do not exist here, which are else named in `meta.ignored`. */
                strict?: "0" | "1" | "true" | "false";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Everything that is followed now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Follow"][];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            413: components["responses"]["payload_too_large"];
            422: components["responses"]["unprocessable"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    listMyMutes: {
        parameters: {
            query?: {
                /** @description `1` refuses parameters that do not exist here, which are else named in `meta.ignored`. */
                strict?: "0" | "1" | "true" | "false";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Everything that is muted now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Mute"][];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    mute: {
        parameters: {
            query?: {
                /** @description `1` refuses parameters that do not exist here, which are else named in `meta.ignored`. */
                strict?: "0" | "1" | "true" | "false";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    kind: "word" | "source" | "kind";
                    /** @description A word or phrase, the id of a source, or one of news, rumor, review, deal, opinion, how-to. */
                    key: string;
                };
            };
        };
        responses: {
            /** @description Everything that is muted now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Mute"][];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            413: components["responses"]["payload_too_large"];
            422: components["responses"]["unprocessable"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    unmute: {
        parameters: {
            query: {
                kind: "word" | "source" | "kind";
                /** @description A word or phrase, the id of a source, or one of news, rumor, review, deal, opinion, how-to. */
                key: string;
                /** @description `1` refuses parameters that do not exist here, which are else named in `meta.ignored`. */
                strict?: "0" | "1" | "true" | "false";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Everything that is muted now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Mute"][];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            413: components["responses"]["payload_too_large"];
            422: components["responses"]["unprocessable"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    listMyAlerts: {
        parameters: {
            query?: {
                /** @description `1` refuses parameters that do not exist here, which are else named in `meta.ignored`. */
                strict?: "0" | "1" | "true" | "false";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The caller's alert rules now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Alerts"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    saveMyAlert: {
        parameters: {
            query?: {
                /** @description `1` refuses parameters that do not exist here, which are else named in `meta.ignored`. */
                strict?: "0" | "1" | "true" | "false";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    kind: "followed" | "tag" | "story" | "event" | "source" | "search";
                    /**
                     * @description The slug of a tag, the id of a story, an event or a source, or the words of a search; empty for everything that is followed.
                     * @default
                     */
                    key?: string;
                    /**
                     * @description Number of independent publishers that must report it.
                     * @default 3
                     */
                    min_sources?: number;
                    ways: ("push" | "mail" | "webhook")[];
                    /**
                     * @description True: sent in the quiet time, too.
                     * @default false
                     */
                    always?: boolean;
                };
            };
        };
        responses: {
            /** @description The caller's alert rules now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Alerts"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            413: components["responses"]["payload_too_large"];
            422: components["responses"]["unprocessable"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    removeMyAlert: {
        parameters: {
            query: {
                kind: "followed" | "tag" | "story" | "event" | "source" | "search";
                /** @description The slug of a tag, the id of a story, an event or a source, or the words of a search; empty for everything that is followed. */
                key?: string;
                /** @description `1` refuses parameters that do not exist here, which are else named in `meta.ignored`. */
                strict?: "0" | "1" | "true" | "false";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The caller's alert rules now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Alerts"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            413: components["responses"]["payload_too_large"];
            422: components["responses"]["unprocessable"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    saveMyQuietTime: {
        parameters: {
            query?: {
                /** @description `1` refuses parameters that do not exist here, which are else named in `meta.ignored`. */
                strict?: "0" | "1" | "true" | "false";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description IANA time zone name. */
                    timezone: string;
                    /** @description Time of day in the time zone. */
                    from: string;
                    /** @description Time of day in the time zone. */
                    until: string;
                };
            };
        };
        responses: {
            /** @description The caller's alert rules now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Alerts"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            413: components["responses"]["payload_too_large"];
            422: components["responses"]["unprocessable"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    endMyQuietTime: {
        parameters: {
            query?: {
                /** @description `1` refuses parameters that do not exist here, which are else named in `meta.ignored`. */
                strict?: "0" | "1" | "true" | "false";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The caller's alert rules now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Alerts"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            413: components["responses"]["payload_too_large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    listMyPushSubscriptions: {
        parameters: {
            query?: {
                /** @description `1` refuses parameters that do not exist here, which are else named in `meta.ignored`. */
                strict?: "0" | "1" | "true" | "false";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The devices that take alerts now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["PushSubscriptions"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    savePushSubscription: {
        parameters: {
            query?: {
                /** @description `1` refuses parameters that do not exist here, which are else named in `meta.ignored`. */
                strict?: "0" | "1" | "true" | "false";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    endpoint: string;
                    keys: {
                        p256dh: string;
                        auth: string;
                    };
                };
            };
        };
        responses: {
            /** @description The devices that take alerts now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["PushSubscriptions"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            413: components["responses"]["payload_too_large"];
            422: components["responses"]["unprocessable"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    removePushSubscription: {
        parameters: {
            query: {
                id: number;
                /** @description `1` refuses parameters that do not exist here, which are else named in `meta.ignored`. */
                strict?: "0" | "1" | "true" | "false";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The devices that take alerts now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["PushSubscriptions"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            413: components["responses"]["payload_too_large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    listMyWebhooks: {
        parameters: {
            query?: {
                /** @description `1` refuses parameters that do not exist here, which are else named in `meta.ignored`. */
                strict?: "0" | "1" | "true" | "false";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The webhooks as they are now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Webhook"][];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    addMyWebhook: {
        parameters: {
            query?: {
                /** @description `1` refuses parameters that do not exist here, which are else named in `meta.ignored`. */
                strict?: "0" | "1" | "true" | "false";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    url: string;
                };
            };
        };
        responses: {
            /** @description Its secret, and the webhooks as they are now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AddedWebhook"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            413: components["responses"]["payload_too_large"];
            422: components["responses"]["unprocessable"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    removeMyWebhook: {
        parameters: {
            query: {
                id: number;
                /** @description `1` refuses parameters that do not exist here, which are else named in `meta.ignored`. */
                strict?: "0" | "1" | "true" | "false";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The webhooks as they are now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Webhook"][];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            413: components["responses"]["payload_too_large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    resumeMyWebhook: {
        parameters: {
            query?: {
                /** @description `1` refuses parameters that do not exist here, which are else named in `meta.ignored`. */
                strict?: "0" | "1" | "true" | "false";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    id: number;
                };
            };
        };
        responses: {
            /** @description The webhooks as they are now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Webhook"][];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            413: components["responses"]["payload_too_large"];
            422: components["responses"]["unprocessable"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    listMyAppPasswords: {
        parameters: {
            query?: {
                /** @description `1` refuses parameters that do not exist here, which are else named in `meta.ignored`. */
                strict?: "0" | "1" | "true" | "false";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The valid app passwords. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AppPassword"][];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    makeAppPassword: {
        parameters: {
            query?: {
                /** @description `1` refuses parameters that do not exist here, which are else named in `meta.ignored`. */
                strict?: "0" | "1" | "true" | "false";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                };
            };
        };
        responses: {
            /** @description The new app password, and all valid ones. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["MadeAppPassword"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            413: components["responses"]["payload_too_large"];
            422: components["responses"]["unprocessable"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    revokeAppPassword: {
        parameters: {
            query: {
                id: number;
                /** @description `1` refuses parameters that do not exist here, which are else named in `meta.ignored`. */
                strict?: "0" | "1" | "true" | "false";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The valid app passwords. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AppPassword"][];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            413: components["responses"]["payload_too_large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    listMyKeys: {
        parameters: {
            query?: {
                /** @description `1` refuses parameters that do not exist here, which are else named in `meta.ignored`. */
                strict?: "0" | "1" | "true" | "false";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The valid keys. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Key"][];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    makeKey: {
        parameters: {
            query?: {
                /** @description `1` refuses parameters that do not exist here, which are else named in `meta.ignored`. */
                strict?: "0" | "1" | "true" | "false";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    /**
                     * @description `read` changes nothing; `full` may all that a session may, but make keys.
                     * @default read
                     * @enum {string}
                     */
                    access?: "read" | "full";
                };
            };
        };
        responses: {
            /** @description The new key, and all valid keys. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["MadeKey"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            413: components["responses"]["payload_too_large"];
            422: components["responses"]["unprocessable"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    revokeKey: {
        parameters: {
            query: {
                id: number;
                /** @description `1` refuses parameters that do not exist here, which are else named in `meta.ignored`. */
                strict?: "0" | "1" | "true" | "false";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The valid keys. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Key"][];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            413: components["responses"]["payload_too_large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
}
