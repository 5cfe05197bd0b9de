<?php

declare(strict_types=1);

namespace Yar\Exception;

/**
 * The peer could not be reached, or the connection ended before a whole reply.
 */
class TransportException extends YarException {}
