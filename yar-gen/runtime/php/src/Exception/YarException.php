<?php

declare(strict_types=1);

namespace Yar\Exception;

/**
 * Everything this package throws: catch it to catch all.
 */
abstract class YarException extends \RuntimeException {}
